// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/numbers_model.h"

#include "views/models/words.h"

#include <algorithm>

namespace batchscope {

void NumbersModel::setSeries(const NumberSeries& series) {
    resetBy([&] {
        m_series = series;
        m_rows.clear();
        for (NumberBar& bar : m_series.bars) {
            if (bar.all > 0) {
                m_rows.push_back(std::move(bar));
            }
        }
        m_series.bars.clear();
    });
}

int NumbersModel::rows() const {
    return static_cast<int>(m_rows.size());
}

int NumbersModel::columns() const {
    return m_series.hasFound ? ColumnCount : ColumnCount - 1;
}

QVariant NumbersModel::cell(int row, int column, int role) const {
    const NumberBar& bar = m_rows[static_cast<std::size_t>(row)];
    if (role == Qt::ToolTipRole && !bar.filter.isEmpty()) {
        return tr("Double-click: %1").arg(bar.filter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (column) {
    case What: return bar.row.isEmpty() ? bar.label : bar.row;
    case All: return countText(bar.all);
    case Share: return QString::number(percentOf(bar), 'f', 1);
    default: return countText(bar.found);
    }
}

double NumbersModel::percentOf(const NumberBar& bar) const {
    constexpr double kPercent = 100.0;
    return kPercent * static_cast<double>(bar.all) / static_cast<double>(std::max<std::uint64_t>(m_series.total, 1));
}

QStringList NumbersModel::plainTitles() const {
    QStringList titles = {title(What), title(All), tr("Share (%)")};
    if (m_series.hasFound) {
        titles << title(Found);
    }
    return titles;
}

QStringList NumbersModel::plainRow(int row) const {
    const NumberBar& bar = m_rows[static_cast<std::size_t>(row)];
    const QString what = bar.plain.isEmpty() ? cell(row, What, Qt::DisplayRole).toString() : bar.plain;
    QStringList cells = {what, QString::number(bar.all), plainNumber(percentOf(bar))};
    if (m_series.hasFound) {
        cells << QString::number(bar.found);
    }
    return cells;
}

bool NumbersModel::isText(int column) const {
    return column == What;
}

QString NumbersModel::titleTip(int column) const {
    return column == Share ? tr("Percentage of all") : QString();
}

QString NumbersModel::title(int column) const {
    switch (column) {
    case What: {
        const QString what = m_series.what;
        return what.left(1).toUpper() + what.mid(1);
    }
    case All: return tr("Count");
    case Share: return tr("%");
    case Found: return tr("Found");
    default: return {};
    }
}

} // namespace batchscope
