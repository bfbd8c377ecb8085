// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/comparison_model.h"

#include "views/models/words.h"

#include <utility>

namespace batchscope {

namespace {

constexpr double kPercentOf = 100.0;

QString comparedText(const ComparedSeries& series, int column) {
    switch (column) {
    case ComparisonModel::Series: return toText(seriesName(series.key));
    case ComparisonModel::Old: return secondsText(series.oldMedian);
    case ComparisonModel::New: return secondsText(series.newMedian);
    case ComparisonModel::Ratio: return QString::number(series.ratio, 'f', 3);
    case ComparisonModel::Superiority: return QString::number(kPercentOf * series.superiority, 'f', 0) % u'%';
    case ComparisonModel::PValue: return QString::number(series.adjustedPValue, 'g', 2);
    case ComparisonModel::Verdict: return toText(verdictText(series.verdict));
    default: return {};
    }
}

QVariant comparedKey(const ComparedSeries& series, int column) {
    switch (column) {
    case ComparisonModel::Old: return series.oldMedian;
    case ComparisonModel::New: return series.newMedian;
    case ComparisonModel::Ratio: return series.ratio;
    case ComparisonModel::Superiority: return series.superiority;
    case ComparisonModel::PValue: return series.adjustedPValue;
    default: return comparedText(series, column);
    }
}

} // namespace

ComparisonModel::ComparisonModel(RunComparison comparison, QObject* parent)
    : TableModel(parent), m_comparison(std::move(comparison)) {}

void ComparisonModel::setTheme(const Theme& theme) {
    m_theme = &theme;
    columnsChanged(0, ColumnCount - 1, {Qt::ForegroundRole});
}

QVariant ComparisonModel::cell(int row, int column, int role) const {
    const ComparedSeries& series = m_comparison.series[static_cast<std::size_t>(row)];
    switch (role) {
    case Qt::DisplayRole: return comparedText(series, column);
    case kSortRole: return comparedKey(series, column);
    case Qt::ForegroundRole:
        return column == Verdict && series.verdict == SeriesVerdict::Slower ? QVariant(m_theme->warning) : QVariant();
    default: return {};
    }
}

QString ComparisonModel::title(int column) const {
    switch (column) {
    case Series: return tr("Series");
    case Old: return tr("Old median");
    case New: return tr("New median");
    case Ratio: return tr("New / old");
    case Superiority: return tr("Pairs slower");
    case PValue: return tr("p");
    case Verdict: return tr("Verdict");
    default: return {};
    }
}

QString ComparisonModel::titleTip(int column) const {
    switch (column) {
    case Ratio: return tr("Median over all pairs of samples");
    case Superiority: return tr("Share of pairs in which the new sample takes longer");
    case PValue: return tr("Mann-Whitney test, corrected for the number of series (Holm)");
    default: return {};
    }
}

} // namespace batchscope
