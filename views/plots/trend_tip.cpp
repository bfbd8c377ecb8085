// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/trend_tip.h"

#include "views/models/words.h"

#include <QCoreApplication>
#include <QStringList>

namespace batchscope {

namespace {

QString trendWords(const char* text) {
    return QCoreApplication::translate("trend", text);
}

QString noiseWord(SpeedVerdict verdict) {
    switch (verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Busy: return trendWords(", other processes used the machine");
    case SpeedVerdict::Varying:
    case SpeedVerdict::TooLong:
    case SpeedVerdict::Off: break;
    }
    return trendWords(", noisy");
}

} // namespace

QString trendTip(const TrendSeries& series, const TrendPoint& point, const HistoryTrend& trend) {
    const TrendRun& run = trend.runs[point.run];
    QStringList lines = {
        trendWords("Run %1, %2 UTC, commit %3")
            .arg(QString::number(run.entry.id), runDateText(run.entry.date), toText(run.entry.commit).left(10)),
        toText(seriesName(series.key)),
        trendWords("%1 (%2 to %3, 95%)%4")
            .arg(secondsText(point.medianSeconds), secondsText(point.range.low), secondsText(point.range.high),
                 noiseWord(point.verdict))};
    if (point.change) {
        lines << trendWords("Against run %1: %2 times its time, %3")
                     .arg(QString::number(point.before), QString::number(point.change->ratio, 'f', 3),
                          toText(verdictText(point.change->verdict)));
    } else {
        lines << trendWords("Not compared: %1").arg(toText(point.whyNot));
    }
    if (!run.entry.note.empty()) {
        lines << toText(run.entry.note);
    }
    return lines.join(u'\n');
}

QString runDateText(const std::string& date) {
    constexpr int kToTheMinute = 16;
    return toText(date).left(kToTheMinute).replace(u'T', u' ');
}

} // namespace batchscope
