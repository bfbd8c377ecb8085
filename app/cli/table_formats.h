// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of figures (core/records/figure_table.h), written as text, CSV, Markdown or LaTeX.
#pragma once

#include "core/base/result.h"
#include "core/records/figure_table.h"

#include <span>
#include <string>
#include <string_view>

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

/// The table and a line end; empty for Document.
/// - CSV by RFC 4180: header of keys, raw cells, CRLF, quotes where needed; UTF-8.
/// - Markdown: a pipe table, its source aligned as the columns are.
/// - LaTeX: a tabular with the rules of booktabs; what TeX would take for a command is escaped.
[[nodiscard]] std::string tableText(const FigureTable& table, TableFormat format);

/// Lines that explain a table, ready to stand after it: as they are in text, as comments in LaTeX, as paragraphs in
/// Markdown; nothing in CSV, which has no place for them. Empty lines set groups apart.
[[nodiscard]] std::string remarksText(std::span<const std::string> lines, TableFormat format);

} // namespace batchscope
