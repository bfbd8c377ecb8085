// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row for each number of a value: folded, regular, their difference and its ULPs. Indexes count from 0, as in code.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/node_values.h"
#endif
#include "views/tables/table_model.h"

#include <memory>
#include <vector>

namespace batchscope {

class ValuesModel final : public TableModel {
    Q_OBJECT

public:
    enum Column { Index, Folded, Regular, Difference, Ulps, ColumnCount };

    using TableModel::TableModel;

    void setValues(std::shared_ptr<const NodeValues> values);
    void sort(int column, Qt::SortOrder order) override;
    /// The row that shows this number; -1 without.
    [[nodiscard]] int rowOf(std::size_t index) const;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_order.size()); }
    [[nodiscard]] int columns() const override { return ColumnCount; }
    [[nodiscard]] bool isText(int /*column*/) const override { return false; }
    [[nodiscard]] QString title(int column) const override;
    [[nodiscard]] QString titleTip(int column) const override;
    [[nodiscard]] QVariant cell(int row, int column, int role) const override;

private:
    void orderRows();

    std::shared_ptr<const NodeValues> m_values;
    std::vector<std::size_t> m_order; ///< indexes, as they are shown
    int m_column = Index;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
};

} // namespace batchscope
