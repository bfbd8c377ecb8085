// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of all table models: which indexes there are, where texts and numbers are aligned, and how a change of rows
// is announced. A model describes its columns and its cells, and nothing else.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/table.h"
#endif

#include <QAbstractTableModel>

#include <span>

namespace batchscope {

/// The same value, as a proxy model compares it: a number, a text, or none.
[[nodiscard]] QVariant sortKey(const Cell::Value& value);
/// With a capital at its beginning.
[[nodiscard]] QString capitalized(const char* text);

class TableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// A cell's value for sorting: a number, or a text.
    static constexpr int kSortRole = Qt::UserRole;

    /// 0 below a cell: a table is not a tree.
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    /// Invalid for an index that is not of this model.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const final;
    /// Of columns: their title, its tool tip and its alignment. Rows have no header.
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

    /// Those rows in that order, for another program; without columns if the model is not made of them.
    [[nodiscard]] virtual FigureTable figureTable(std::span<const int> /*order*/) const { return {}; }

protected:
    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual int columns() const = 0;
    /// True for a column aligned to the left; false for one of numbers, aligned to the right.
    [[nodiscard]] virtual bool isText(int column) const = 0;
    [[nodiscard]] virtual QString title(int column) const = 0;
    /// Empty for none.
    [[nodiscard]] virtual QString titleTip(int column) const = 0;
    /// The cell's data for every role but Qt::TextAlignmentRole; 0 <= row < rows(), 0 <= column < columns().
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;

    /// Runs `change`, after which any row or column may be another one.
    template <typename Change>
    void resetBy(const Change& change) {
        beginResetModel();
        change();
        endResetModel();
    }
    /// Runs `change`, after which there are `count` rows, more than before, and those before are the same.
    template <typename Change>
    void growTo(int count, const Change& change) {
        beginInsertRows({}, rows(), count - 1);
        change();
        endInsertRows();
    }
    /// Says that cells of these columns have changed in all rows. Empty roles: any role.
    void columnsChanged(int first, int last, const QList<int>& roles);
    /// Says that all cells of the row have changed.
    void rowChanged(int row, const QList<int>& roles);

private:
    using QAbstractTableModel::beginInsertRows; // only in pairs, by growTo and resetBy
    using QAbstractTableModel::beginResetModel;
    using QAbstractTableModel::endInsertRows;
    using QAbstractTableModel::endResetModel;
};

} // namespace batchscope
