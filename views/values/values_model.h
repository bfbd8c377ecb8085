// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row for each number of a value: folded, regular, their difference and its ULPs. Indexes count from 0, as in code.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/session/tables.h"
#include "views/tables/column_model.h"
#endif

#include <memory>
#include <vector>

namespace batchscope {

class ValuesModel final : public ColumnModel<ValueRow> {
    Q_OBJECT

public:
    explicit ValuesModel(QObject* parent = nullptr) : ColumnModel(valueColumns(), parent) {}

    void setValues(std::shared_ptr<const NodeValues> values);
    /// Sorts differences by their magnitude. Values that are not finite come first in either order.
    void sort(int column, Qt::SortOrder order) override;

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_order.size()); }
    [[nodiscard]] ValueRow rowAt(int row) const override {
        return {m_values.get(), m_order[static_cast<std::size_t>(row)]};
    }

private:
    void orderRows();
    [[nodiscard]] double keyOf(std::size_t index) const;

    std::shared_ptr<const NodeValues> m_values;
    std::vector<std::size_t> m_order; ///< indexes in display order
    int m_column = 0;
    Qt::SortOrder m_direction = Qt::AscendingOrder;
};

} // namespace batchscope
