// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table as data: each column defines its name, its meaning and its cell for a row. The window, the command line, CSV,
// Markdown, LaTeX, JSON and the report share the same columns.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace batchscope {

/// A cell in two forms, for people and for programs, so that neither must be parsed to get the other.
struct Cell {
    /// Numbers are in the unit that the column's key names; std::monostate if there is no figure.
    using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

    std::string text; ///< for people, rounded and with its unit: "1.23 ms"
    Value value;      ///< for programs, with all its digits; rows are sorted by it
};

/// A cell with the text "–" and no value.
[[nodiscard]] Cell noFigure();
/// A cell with the text in both forms.
[[nodiscard]] Cell textCell(std::string text);
/// "yes" and true, or "no" and false.
[[nodiscard]] Cell yesNoCell(bool holds);
/// A plain number, for names that are numbers: "12345".
[[nodiscard]] Cell numberCell(std::uint64_t number);
/// "12,345".
[[nodiscard]] Cell countCell(std::uint64_t count);
/// "3.2 MiB".
[[nodiscard]] Cell bytesCell(std::uint64_t bytes);
/// "1.23 ms".
[[nodiscard]] Cell secondsCell(double seconds);
/// "6.42×"; no figure if it is 0 or was not measured.
[[nodiscard]] Cell ratioCell(std::optional<double> ratio);
/// "45%" for 0.45; no figure if it is 0 or was not measured.
[[nodiscard]] Cell shareCell(std::optional<double> share);

/// The value with all significant digits: "0.00123", "true"; empty if there is no value.
[[nodiscard]] std::string plainText(const Cell::Value& value);

template <typename Row>
struct Column {
    const char* key;   ///< name in JSON and CSV, with its unit: "median_s"; unique in its table
    const char* title; ///< for people: "median"; the window capitalizes it. Empty: only for programs
    Cell (*cell)(const Row& row);
    const char* tip = ""; ///< meaning of the figure
    Align align = Align::Right;
    bool ifVaried = false; ///< shown to people only if rows differ in it
};

// A table with its cells filled in, before it is written in any format.

struct TableColumn {
    std::string title;
    std::string key;
    Align align = Align::Right;
    bool isCsvOnly = false; ///< shown elsewhere on the page, but needed by a row of CSV
};

struct TableRow {
    std::vector<Cell> cells;  ///< one for each column
    bool startsGroup = false; ///< set apart from the row above; ignored in CSV and Markdown
};

struct FigureTable {
    std::vector<TableColumn> columns;
    std::vector<TableRow> rows;
};

template <typename Row>
[[nodiscard]] TableRow rowOf(std::span<const Column<Row>> columns, const Row& row) {
    TableRow filled;
    for (const Column<Row>& column : columns) {
        filled.cells.push_back(column.cell(row));
    }
    return filled;
}

/// True if the rows differ in the text of the column.
[[nodiscard]] bool isVaried(const FigureTable& table, std::size_t column);

template <typename Row, typename Rows>
[[nodiscard]] FigureTable tableOf(std::span<const Column<Row>> columns, const Rows& rows) {
    FigureTable table;
    for (const Row& row : rows) {
        table.rows.push_back(rowOf(columns, row));
    }
    for (const Column<Row>& column : columns) {
        const bool isHidden = column.ifVaried && !isVaried(table, table.columns.size());
        table.columns.push_back({.title = column.title,
                                 .key = column.key,
                                 .align = column.align,
                                 .isCsvOnly = isHidden || *column.title == '\0'});
    }
    return table;
}

/// True if the column is shown to people: it is not for CSV only, and at least one row has a figure in it.
[[nodiscard]] bool isFilled(const FigureTable& table, std::size_t column);

enum class TableFormat {
    Text, ///< aligned columns for a terminal
    Csv,  ///< RFC 4180: header of keys, plain values, CRLF
    Markdown,
    Latex,    ///< a tabular with the rules of booktabs
    Document, ///< not a table: JSON, written elsewhere
    Tabs,     ///< like Csv, but tab-separated, for spreadsheets; tabs and line ends in a cell become spaces
};

/// The table as UTF-8 text, ending with a line end; empty for Document.
[[nodiscard]] std::string tableText(const FigureTable& table, TableFormat format);

/// Formats remarks to follow a table: unchanged in text, as comments in LaTeX, as paragraphs in Markdown; empty for CSV
/// and Tabs, which do not allow them. Empty lines separate groups.
[[nodiscard]] std::string remarksText(std::span<const std::string> lines, TableFormat format);

} // namespace batchscope
