// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table as data: each column says once what it is called, what it means, and what a row has in it. The window, the
// command line, CSV, Markdown, LaTeX, JSON and the report read the same list.
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

/// What a row has in a column, in two forms, so that no reader has to take the other's apart.
struct Cell {
    /// Numbers are in the unit that the key of the column names; std::monostate where there is no figure.
    using Value = std::variant<std::monostate, bool, std::uint64_t, double, std::string>;

    std::string text; ///< for people, rounded and with its unit: "1.23 ms"
    Value value;      ///< for programs, with all its digits; rows are sorted by it
};

/// "–", and no value.
[[nodiscard]] Cell noFigure();
/// The text in both forms.
[[nodiscard]] Cell textCell(std::string text);
/// "yes" and true, or "no" and false.
[[nodiscard]] Cell yesNoCell(bool holds);
/// As it is, for names that are numbers: "12345".
[[nodiscard]] Cell numberCell(std::uint64_t number);
/// "12,345".
[[nodiscard]] Cell countCell(std::uint64_t count);
/// "3.2 MiB".
[[nodiscard]] Cell bytesCell(std::uint64_t bytes);
/// "1.23 ms".
[[nodiscard]] Cell secondsCell(double seconds);
/// "6.42×"; no figure where it is 0 or was not measured.
[[nodiscard]] Cell ratioCell(std::optional<double> ratio);
/// "45%" for 0.45; no figure where it is 0 or was not measured.
[[nodiscard]] Cell shareCell(std::optional<double> share);

/// The value with all digits that tell it from its neighbors: "0.00123", "true"; empty where there is none.
[[nodiscard]] std::string plainText(const Cell::Value& value);

template <typename Row>
struct Column {
    const char* key;   ///< in JSON and CSV, with its unit: "median_s"; unique in its table
    const char* title; ///< for people: "median"; the window begins it with a capital. Empty: only programs see it
    Cell (*cell)(const Row& row);
    const char* tip = ""; ///< what the figure means
    Align align = Align::Right;
    bool ifVaried = false; ///< people see it only where rows differ in it
};

// The same with its cells filled in, before it is written in any format.

struct TableColumn {
    std::string title;
    std::string key;
    Align align = Align::Right;
    bool isCsvOnly = false; ///< what people read elsewhere on the page, but a row that stands alone needs
};

struct TableRow {
    std::vector<Cell> cells;  ///< one for each column
    bool startsGroup = false; ///< set apart from the row above; not in CSV and Markdown, which have no such thing
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

/// True if the rows differ in the column, as people see it.
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

/// True if people see the column: some row has a figure there, and it is not for CSV only.
[[nodiscard]] bool isFilled(const FigureTable& table, std::size_t column);

enum class TableFormat {
    Text, ///< aligned columns for a terminal
    Csv,  ///< RFC 4180: header of keys, plain values, CRLF
    Markdown,
    Latex,    ///< a tabular with the rules of booktabs
    Document, ///< not a table: JSON that its owner writes
    Tabs,     ///< as Csv, but separated by tabs, for a spreadsheet; tabs and line ends inside a cell become spaces
};

/// The table and a line end, in UTF-8; empty for Document.
[[nodiscard]] std::string tableText(const FigureTable& table, TableFormat format);

/// Lines that explain a table, ready to stand after it: as they are in text, as comments in LaTeX, as paragraphs in
/// Markdown; nothing in CSV and Tabs, which have no place for them. Empty lines set groups apart.
[[nodiscard]] std::string remarksText(std::span<const std::string> lines, TableFormat format);

} // namespace batchscope
