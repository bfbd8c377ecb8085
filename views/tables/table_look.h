// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives all tables of the window the same appearance and behavior: rows of one height (100,000 of them cost nothing),
// space between a column of numbers and the text next to it, Tab leaves the table.
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

/// To be called once the table has its model.
void dressTable(QTableView& table);

/// Widths for titles and the first rows; the last column takes the rest.
void fitColumns(QTableView& table);

/// A picture and its table in a splitter: next to each other, or one above the other if there is little width.
/// To be called when the panel was resized; sizes that the user gave stay while the direction does.
void arrangeBeside(QSplitter& splitter, QSize size, QSize before);

/// A panel that is a line to filter or search by, what it found, and the table below.
void arrangeBelow(QWidget& panel, QLineEdit& line, QLabel& found, QTableView& table);

/// Selects that row and scrolls to it, without that being a choice of the user's; an invalid index: no row.
void showRow(QTableView& table, const QModelIndex& index);

/// Calls `choose` for a row that the user clicks, enters or walks to; not for one that the program selects.
void whenRowChosen(QTableView& table, std::function<void(const QModelIndex&)> choose);

} // namespace batchscope
