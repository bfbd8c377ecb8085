// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/numbers_model.h"

#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

void NumbersModel::setSeries(const NumberSeries& series) {
    beginResetModel();
    m_series = series;
    m_rows.clear();
    for (NumberBar& bar : m_series.bars) {
        if (bar.all > 0) {
            m_rows.push_back(std::move(bar));
        }
    }
    m_series.bars.clear();
    endResetModel();
}

int NumbersModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int NumbersModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_series.hasFound ? ColumnCount : ColumnCount - 1;
}

QVariant NumbersModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const NumberBar& bar = m_rows[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole) {
        return QVariant((index.column() == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && !bar.filter.isEmpty()) {
        return tr("Double click: %1").arg(bar.filter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    constexpr double kPercent = 100.0;
    switch (index.column()) {
    case What: return bar.row.isEmpty() ? bar.label : bar.row;
    case All: return countText(bar.all);
    case Share:
        return QString::number(kPercent * static_cast<double>(bar.all) /
                                   static_cast<double>(std::max<std::uint64_t>(m_series.total, 1)),
                               'f', 1);
    default: return countText(bar.found);
    }
}

QVariant NumbersModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant((section == What ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    }
    if (role == Qt::ToolTipRole && section == Share) {
        return tr("Of all, in percent");
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case What: {
        const QString what = m_series.what;
        return QString(what.left(1).toUpper() + what.mid(1));
    }
    case All: return tr("Count");
    case Share: return tr("%");
    case Found: return tr("Found");
    default: return {};
    }
}

} // namespace batchscope
