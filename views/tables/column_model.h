// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Qt model of a table that is described by columns (core/base/table.h). A subclass supplies the rows and the look
// of cells; texts are created only for visible rows.
#pragma once

#include "views/tables/table_model.h"

#include <QTableView>

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

namespace batchscope {

template <typename Row>
class ColumnModel : public TableModel {
public:
    /// `columns` must outlive the model.
    explicit ColumnModel(std::span<const Column<Row>> columns, QObject* parent = nullptr)
        : TableModel(parent), m_columns(columns) {}

    /// The column with this key; -1 if there is none.
    [[nodiscard]] int columnOf(std::string_view key) const {
        const auto found = std::find_if(m_columns.begin(), m_columns.end(),
                                        [key](const Column<Row>& column) { return column.key == key; });
        return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
    }

    [[nodiscard]] FigureTable figureTable(std::span<const int> order) const override {
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

/// A model that holds its rows.
template <typename Row>
class RowsModel : public ColumnModel<Row> {
public:
    /// The cell's data for roles other than its text, its sort key and its alignment, by the key of its column.
    using Look = std::function<QVariant(const Row& row, std::string_view key, int role)>;

    explicit RowsModel(std::span<const Column<Row>> columns, Look look = {}, QObject* parent = nullptr)
        : ColumnModel<Row>(columns, parent), m_look(std::move(look)) {}

    enum class Rows { Others, GoOn };
    /// Replaces the rows. GoOn: the new rows begin with the current ones.
    void setRows(std::vector<Row> rows, Rows how = Rows::Others) {
        const auto count = static_cast<int>(rows.size());
        const auto change = [&] { m_rows = std::move(rows); };
        if (how == Rows::GoOn && count > this->rows()) {
            this->growTo(count, change);
        } else {
            this->resetBy(change);
        }
    }
    [[nodiscard]] const std::vector<Row>& list() const { return m_rows; }
    /// Must be called when something that `look` depends on has changed.
    void refreshLook() { this->columnsChanged(0, this->columns() - 1, {}); }

    /// Hides columns in which no row has a figure, and columns not worth showing if all rows have the same figure.
    void showFilled(QTableView& table) const {
        std::vector<int> all(m_rows.size());
        std::iota(all.begin(), all.end(), 0);
        const FigureTable figures = this->figureTable(all);
        for (int column = 0; column < this->columns(); ++column) {
            table.setColumnHidden(column, !m_rows.empty() && !isFilled(figures, static_cast<std::size_t>(column)));
        }
    }

protected:
    [[nodiscard]] int rows() const override { return static_cast<int>(m_rows.size()); }
    [[nodiscard]] Row rowAt(int row) const override { return m_rows[static_cast<std::size_t>(row)]; }
    [[nodiscard]] QVariant look(int row, int column, int role) const override {
        return m_look ? m_look(m_rows[static_cast<std::size_t>(row)], this->columnAt(column).key, role) : QVariant();
    }

private:
    Look m_look;
    std::vector<Row> m_rows;
};

} // namespace batchscope
