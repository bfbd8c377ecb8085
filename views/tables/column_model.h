// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Qt model of a table that is told as columns (core/base/table.h). A subclass says which rows there are and how
// cells look; texts are made only for rows that are seen.
#pragma once

#include "views/tables/table_model.h"

#include <algorithm>

namespace batchscope {

template <typename Row>
class ColumnModel : public TableModel {
public:
    /// The columns outlive the model.
    explicit ColumnModel(std::span<const Column<Row>> columns, QObject* parent = nullptr)
        : TableModel(parent), m_columns(columns) {}

    /// The column with this key; -1 if there is none.
    [[nodiscard]] int columnOf(std::string_view key) const {
        const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                        [key](const Column<Row>& column) { return column.key == key; });
        return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
    }

    /// Those rows in that order, for another program.
    [[nodiscard]] FigureTable figures(std::span<const int> order) const {
        std::vector<Row> rows;
        for (const int row : order) {
            rows.push_back(rowAt(row));
        }
        return tableOf(m_columns, rows);
    }

protected:
    /// 0 <= row < rows().
    [[nodiscard]] virtual Row rowAt(int row) const = 0;
    /// The cell's data for roles other than its text, its sort key and its alignment.
    [[nodiscard]] virtual QVariant look(int /*row*/, int /*column*/, int /*role*/) const { return {}; }

    [[nodiscard]] const Column<Row>& columnAt(int column) const { return m_columns[static_cast<std::size_t>(column)]; }

    [[nodiscard]] int columns() const final { return static_cast<int>(m_columns.size()); }
    [[nodiscard]] bool isText(int column) const final { return columnAt(column).align == Align::Left; }
    [[nodiscard]] QString title(int column) const override { return capitalized(columnAt(column).title); }
    [[nodiscard]] QString titleTip(int column) const override { return QString::fromUtf8(columnAt(column).tip); }
    [[nodiscard]] QVariant cell(int row, int column, int role) const final {
        switch (role) {
        case Qt::DisplayRole: return QString::fromStdString(columnAt(column).cell(rowAt(row)).text);
        case kSortRole: return sortKey(columnAt(column).cell(rowAt(row)).value);
        default: return look(row, column, role);
        }
    }

private:
    std::span<const Column<Row>> m_columns;
};

} // namespace batchscope
