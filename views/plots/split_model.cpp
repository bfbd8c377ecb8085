// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/split_model.h"

#include "core/trace/speed_text.h"
#include "views/models/words.h"

namespace batchscope {

void SplitModel::setSplit(const SpeedSplit& split) {
    resetBy([&] {
        m_rows.clear();
        for (const SplitWay& way : split.ways) {
            for (const SplitStep& step : way.steps) {
                m_rows.push_back({way.name, step});
            }
        }
    });
}

QVariant SplitModel::cell(int row, int column, int role) const {
    if (role != Qt::DisplayRole) {
        return {};
    }
    const auto& [way, step] = m_rows[static_cast<std::size_t>(row)];
    const QString range = QStringLiteral("%1–%2");
    switch (column) {
    case Way: return toText(way);
    case Arm: return toText(step.name);
    case Time: return secondsText(step.time.seconds);
    case TimeRange: return range.arg(secondsText(step.time.range.low), secondsText(step.time.range.high));
    case Part: return step.factor ? toText(speedPartName(step.factor->part)) : QString();
    case Factor: return step.factor ? toText(factorText(step.factor->ratio.value)) : QString();
    case FactorRange:
        return step.factor
                   ? range.arg(toText(factorText(step.factor->ratio.low)), toText(factorText(step.factor->ratio.high)))
                   : QString();
    default: return {};
    }
}

QStringList SplitModel::plainTitles() const {
    return {tr("Order"),     tr("Arm"),    tr("Time (s)"),    tr("Time, low (s)"), tr("Time, high (s)"),
            tr("Faster by"), tr("Factor"), tr("Factor, low"), tr("Factor, high")};
}

QStringList SplitModel::plainRow(int row) const {
    const auto& [way, step] = m_rows[static_cast<std::size_t>(row)];
    QStringList cells = {toText(way), toText(step.name), plainNumber(step.time.seconds),
                         plainNumber(step.time.range.low), plainNumber(step.time.range.high)};
    if (!step.factor) {
        return cells << QString() << QString() << QString() << QString();
    }
    const SpeedRatio& ratio = step.factor->ratio;
    return cells << toText(speedPartName(step.factor->part)) << plainNumber(ratio.value) << plainNumber(ratio.low)
                 << plainNumber(ratio.high);
}

bool SplitModel::isText(int column) const {
    return column == Way || column == Arm || column == Part;
}

QString SplitModel::title(int column) const {
    switch (column) {
    case Way: return tr("Order");
    case Arm: return tr("Arm");
    case Time: return tr("Time");
    case TimeRange: return tr("95% range");
    case Part: return tr("Faster by");
    case Factor: return tr("Factor");
    case FactorRange: return tr("95% range");
    default: return {};
    }
}

QString SplitModel::titleTip(int column) const {
    switch (column) {
    case Way: return tr("Which of the two came first; the product is the same");
    case Arm: return tr("What was timed");
    case Time: return tr("Median time of a run");
    case TimeRange: return tr("Where the median is, with 95% confidence");
    case Part: return tr("What makes this row faster than the one above it");
    case Factor: return tr("Time of the row above over the time of this row");
    case FactorRange: return tr("Where the factor is, by the ranges of both medians");
    default: return {};
    }
}

} // namespace batchscope
