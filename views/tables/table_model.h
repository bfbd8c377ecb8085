// SPDX-License-Identifier: GPL-3.0-or-later
//
// The base of all table models: it handles indexes, alignment and the signals for changed rows. A model describes only
// its columns and its cells.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>, which the core's headers bring in
#include "core/base/table.h"
#endif

#include <QAbstractTableModel>

#include <span>

namespace batchscope {

/// The value as a proxy model compares it: a number, a text, or none.
[[nodiscard]] QVariant sortKey(const Cell::Value& value);
/// The text with its first letter in upper case.
[[nodiscard]] QString capitalized(const char* text);

class TableModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    /// The role of a cell's value for sorting: a number, or a text.
    static constexpr int kSortRole = Qt::UserRole;

    /// 0 below a cell: a table is not a tree.
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const final;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const final;
    /// Invalid for an index that does not belong to this model.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const final;
    /// The title of a column, its tooltip and its alignment. Rows have no header.
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

    /// These rows in this order, for another program; without columns if the model is not a ColumnModel.
    [[nodiscard]] virtual FigureTable figureTable(std::span<const int> /*order*/) const { return {}; }

protected:
    [[nodiscard]] virtual int rows() const = 0;
    [[nodiscard]] virtual int columns() const = 0;
    /// True for a left-aligned column of text; false for a right-aligned column of numbers.
    [[nodiscard]] virtual bool isText(int column) const = 0;
    [[nodiscard]] virtual QString title(int column) const = 0;
    /// The tooltip of the title; empty for none.
    [[nodiscard]] virtual QString titleTip(int column) const = 0;
    /// The cell's data for every role except Qt::TextAlignmentRole; 0 <= row < rows(), 0 <= column < columns().
    [[nodiscard]] virtual QVariant cell(int row, int column, int role) const = 0;

    /// Runs `change`, which may change all rows and columns.
    template <typename Change>
    void resetBy(const Change& change) {
        beginResetModel();
        change();
        endResetModel();
    }
    /// Runs `change`, which appends rows, so that there are `count` rows, and leaves the previous rows unchanged.
    template <typename Change>
    void growTo(int count, const Change& change) {
        beginInsertRows({}, rows(), count - 1);
        change();
        endInsertRows();
    }
    /// Reports that cells of these columns changed in all rows. Empty roles: any role.
    void columnsChanged(int first, int last, const QList<int>& roles);
    /// Reports that all cells of the row changed.
    void rowChanged(int row, const QList<int>& roles);

private:
    using QAbstractTableModel::beginInsertRows; // called only in pairs, by growTo and resetBy
    using QAbstractTableModel::beginResetModel;
    using QAbstractTableModel::endInsertRows;
    using QAbstractTableModel::endResetModel;
};

} // namespace batchscope
