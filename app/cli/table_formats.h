// SPDX-License-Identifier: GPL-3.0-or-later
//
// One table, written as text, CSV, Markdown or LaTeX. A cell has two forms, so that no format has to take the other's
// apart: one for people, rounded and with its unit, and one for programs, with all its digits.
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

enum class TableFormat {
    Text,     ///< aligned columns for a terminal; its name is "table"
    Document, ///< not a table: the JSON of core/records/bench_document.h; its name is "json"
    Csv,
    Markdown,
    Latex,
};

/// As the command line spells them, in the order of the enumerators: table, json, csv, markdown, latex.
[[nodiscard]] std::span<const std::string_view> tableFormatNames();
[[nodiscard]] Result<TableFormat> parseTableFormat(std::string_view name);

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

/// The table and a line end; empty for Document.
/// - CSV by RFC 4180: header of keys, raw cells, CRLF, quotes where needed; UTF-8.
/// - Markdown: a pipe table, its source aligned as the columns are.
/// - LaTeX: a tabular with the rules of booktabs; what TeX would take for a command is escaped.
[[nodiscard]] std::string tableText(const FigureTable& table, TableFormat format);

/// Lines that explain a table, ready to stand after it: as they are in text, as comments in LaTeX, as paragraphs in
/// Markdown; nothing in CSV, which has no place for them. Empty lines set groups apart.
[[nodiscard]] std::string remarksText(std::span<const std::string> lines, TableFormat format);

} // namespace batchscope
