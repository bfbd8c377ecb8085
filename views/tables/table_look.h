// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives all tables of the window the same appearance and behavior: rows of equal height (which keeps 100,000 rows
// cheap), space between a column of numbers and the text next to it, Tab leaves the table.
#pragma once

#include <functional>

class QLabel;
class QLineEdit;
class QModelIndex;
class QSize;
class QSplitter;
class QTableView;
class QWidget;

namespace batchscope {

/// Must be called after the table got its model.
void dressTable(QTableView& table);

/// Fits the widths to the titles and the first rows; the last column takes the rest.
void fitColumns(QTableView& table);

/// Arranges a picture and its table in a splitter: side by side, or stacked if there is little width. Must be called
/// when the panel was resized; sizes set by the user are kept while the direction stays.
void arrangeBeside(QSplitter& splitter, QSize size, QSize before);

/// Arranges a panel: a line to filter or search, its result, and the table below.
void arrangeBelow(QWidget& panel, QLineEdit& line, QLabel& found, QTableView& table);

/// Selects the row and scrolls to it without reporting a choice; an invalid index selects no row.
void showRow(QTableView& table, const QModelIndex& index);

/// Calls `choose` for a row that the user clicks, activates or reaches with arrow keys, but not for program selections.
void whenRowChosen(QTableView& table, std::function<void(const QModelIndex&)> choose);

} // namespace batchscope
