// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/measured.h"

#include "core/base/statistics.h"
#include "core/bench/bench_series.h"
#include "core/bench/plot_figures.h"
#include "core/records/bench_document.h"
#include "core/records/choice_keys.h"
#include "views/models/words.h"
#include "views/theme/theme.h"

#include <QCoreApplication>
#include <QStringList>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

QString measuredText(const char* text) {
    return QCoreApplication::translate("batchscope::Measured", text);
}

} // namespace

bool measuredOther(const BenchDocument& document, const SessionConfig& now) {
    const SessionConfig measured = measuredConfig(document);
    GraphOptions others = now.graph;
    others.trees = measured.graph.trees;
    if (measured.graph.picked.empty()) { // all trees were measured, including the picked ones
        others.picked.clear();
    }
    const bool areSameTrees = now.files == document.files && now.read == measured.read;
    const bool areSameOptions =
        others == measured.graph && now.run.work == measured.run.work && now.run.rowOrder == measured.run.rowOrder;
    const bool arePassesSame = kindOf(now.run.executor) != ExecutorKind::Engine || // otherwise passes have no effect
                               passesOf(now.run.executor) == passesOf(measured.run.executor);
    return !areSameTrees || !areSameOptions || !arePassesSame;
}

QString resultHead(const BenchResult& result) {
    BenchKey key = curveKeyOf(result);
    key.batch = result.batch;
    return toText(fullName(key));
}

QString noiseTip(const BenchResult& result) {
    return measuredText("%1; measure again with more repeats or on a quieter machine")
        .arg(toText(noiseText(result.verdict, result.load)));
}

QString resultTip(const BenchResult& result) {
    QStringList lines;
    lines << measuredText("median %1, IQR %2").arg(secondsText(result.medianSeconds), secondsText(result.iqrSeconds));
    if (!result.samples.empty()) {
        const MedianRange range = medianRange(result.samples);
        lines << measuredText("the median is between %1 and %2 (95% confidence)")
                     .arg(secondsText(range.low), secondsText(range.high));
    }
    lines << measuredText("%1 batches, %2 launches").arg(countText(result.batches), countText(result.figures.launches));
    if (result.speedup > 0.0) {
        lines << measuredText("batching %1, running only %2")
                     .arg(timesText(result.speedup), timesText(result.speedupExecution));
    }
    if (result.speedupEngine) {
        lines << measuredText("engine %1").arg(timesText(*result.speedupEngine));
    }
    if (result.fmaShare) {
        constexpr double kPercent = 100.0;
        lines << measuredText("%1% of the limit of multiply-adds").arg(std::lround(*result.fmaShare * kPercent));
    }
    if (result.noisy) {
        lines << noiseTip(result);
    }
    return lines.join(u'\n');
}

QVariant resultLook(const Theme& theme, const BenchResult& result, std::string_view key, int role) {
    constexpr auto kTimed =
        std::to_array<std::string_view>({"median_s", "noisy", "iqr_s", "trees_per_s", "fma_share", "speedup_batching",
                                         "speedup_execution", "speedup_engine", "speedup_both"});
    const bool isDoubtful = result.noisy && std::find(kTimed.begin(), kTimed.end(), key) != kTimed.end();
    if (role == Qt::ForegroundRole) {
        return isDoubtful || (key == "equal" && !result.equal) ? QVariant(theme.warning) : QVariant();
    }
    if (role != Qt::ToolTipRole) {
        return {};
    }
    if (key == "arm") {
        return measuredText("%1 on the command line").arg(QString::fromStdString(result.arm));
    }
    if (key == "median_s") { // one line per phase
        QStringList lines;
        for (const NamedPhase& phase : phasesOf(result.phases)) {
            lines << measuredText("%1: %2").arg(phase.name, secondsText(result.phases.*phase.seconds));
        }
        return lines.join(QChar(u'\n'));
    }
    return isDoubtful ? QVariant(noiseTip(result)) : QVariant();
}

} // namespace batchscope
