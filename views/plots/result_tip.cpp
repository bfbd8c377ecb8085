// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/result_tip.h"

#include "core/base/statistics.h"
#include "core/bench/plot_series.h"
#include "core/bench/ratios.h"
#include "core/bench/sample_spread.h"
#include "views/models/words.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace batchscope {

namespace {

QString tipText(const char* text) {
    return QCoreApplication::translate("batchscope::ResultTip", text);
}

} // namespace

QString resultHead(const BenchResult& result) {
    return toText(CurveNames::full(curveKeyOf(result))) % QStringLiteral(", ") % toText(treesText(result.batch));
}

QString noiseTip(const BenchResult& result) {
    return tipText("%1; measure again with more repeats or on a quieter machine")
        .arg(toText(noiseText(result.verdict, result.load)));
}

QString resultTip(const BenchResult& result) {
    QStringList lines;
    lines << tipText("median %1, IQR %2").arg(secondsText(result.medianSeconds), secondsText(result.iqrSeconds));
    if (!result.samples.empty()) {
        const MedianRange range = medianRange(result.samples);
        lines << tipText("the median is between %1 and %2 (95% confidence)")
                     .arg(secondsText(range.low), secondsText(range.high));
    }
    lines << tipText("%1 batches, %2 launches").arg(countText(result.batches), countText(result.figures.launches));
    if (result.speedup > 0.0) {
        lines << tipText("batching %1, running only %2")
                     .arg(timesText(result.speedup), timesText(result.speedupExecution));
    }
    if (result.speedupEngine) {
        lines << tipText("engine %1").arg(timesText(*result.speedupEngine));
    }
    if (result.fmaShare) {
        constexpr double kPercent = 100.0;
        lines << tipText("%1% of the limit of multiply-adds").arg(std::lround(*result.fmaShare * kPercent));
    }
    if (result.noisy) {
        lines << noiseTip(result);
    }
    return lines.join(u'\n');
}

} // namespace batchscope
