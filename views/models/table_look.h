// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: all tables of the window look and behave alike: rows of one height (100,000 of them cost nothing), room between
// a column of numbers and the text beside it, Tab leaves the table.
#pragma once

class QTableView;

namespace batchscope {

/// To be called once the table has its model.
void dressTable(QTableView& table);

/// Widths for titles and the first rows; the last column takes the rest.
void fitColumns(QTableView& table);

} // namespace batchscope
