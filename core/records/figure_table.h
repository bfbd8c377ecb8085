// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of figures, before it is written in any format. A cell has two forms, so that no format has to take the
// other's apart: one for people, rounded and with its unit, and one for programs, with all its digits.
#pragma once

#include "core/base/text.h"

#include <cstddef>
#include <string>
#include <vector>

namespace batchscope {

struct TableCell {
    std::string shown; ///< "1.23 ms"; "-" where there is no figure
    std::string raw;   ///< "0.00123…" in the unit that the key of the column names; empty where there is no figure
};

struct TableColumn {
    std::string title; ///< for people; may be empty
    std::string key;   ///< of the CSV header: the JSON key, with the unit, as "median_s"
    Align align = Align::Right;
    bool isCsvOnly = false; ///< what people read elsewhere on the page, but a row that stands alone needs
};

struct TableRow {
    std::vector<TableCell> cells; ///< one for each column
    bool startsGroup = false;     ///< set apart from the row above; not in CSV and Markdown, which have no such thing
};

struct FigureTable {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
};

/// Whether people see the column: some row has a figure there, and it is not for CSV only.
[[nodiscard]] bool isFilled(const FigureTable& table, std::size_t column);

} // namespace batchscope
