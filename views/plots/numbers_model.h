// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the table twin of the bars: the same figures as rows, for those who read them, copy them, or cannot see bars.
#pragma once

#include "views/plots/treebank_numbers.h"

#include <QAbstractTableModel>

namespace batchscope {

class NumbersModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { What, All, Share, Found, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Empty bars are left out.
    void setSeries(const NumberSeries& series);
    /// The filter that finds the trees of a row.
    [[nodiscard]] QString filterOf(int row) const { return m_rows[static_cast<std::size_t>(row)].filter; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<NumberBar> m_rows;
    NumberSeries m_series; // without its bars
};

} // namespace batchscope
