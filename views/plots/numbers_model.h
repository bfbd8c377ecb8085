// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table counterpart of the bars: the same figures as rows, for those who read them, copy them, or cannot see bars.
#pragma once

#include "views/plots/plain_table.h"
#include "views/plots/treebank_numbers.h"
#include "views/tables/table_model.h"

namespace batchscope {

class NumbersModel final : public TableModel, public PlainTable {
    Q_OBJECT

public:
    enum Column { What, All, Share, Found, ColumnCount };

    using TableModel::TableModel;

    /// Empty bars are left out.
    void setSeries(const NumberSeries& series);
    /// The filter that finds the trees of a row.
    [[nodiscard]] QString filterOf(int row) const { return m_rows[static_cast<std::size_t>(row)].filter; }

    [[nodiscard]] QStringList plainTitles() const override;
    [[nodiscard]] QStringList plainRow(int row) const override;

protected:
    [[nodiscard]] int rows() const override;
    [[nodiscard]] int columns() const override;
    [[nodiscard]] bool isText(int column) const override;
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    [[nodiscard]] double percentOf(const NumberBar& bar) const;

    std::vector<NumberBar> m_rows;
    NumberSeries m_series; // without its bars
};

} // namespace batchscope
