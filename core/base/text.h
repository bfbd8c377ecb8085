// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formatting of numbers and tables, shared by the command line and the window.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// 12345 → "12,345".
[[nodiscard]] std::string withThousands(std::uint64_t value);

/// A duration in seconds in the unit that reads best: "12.3 µs", "4.56 ms", "1.23 s".
[[nodiscard]] std::string formatSeconds(double seconds);

/// A byte count: "512 B", "1.5 KiB", "3.2 MiB".
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);

/// Splits at every separator; keeps empty parts. An empty text gives one empty part.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// Of a file of text.
enum class Encoding {
    Utf8,   ///< anything else is an error, with its place
    Latin1, ///< every byte is a character of ISO 8859-1
};

/// Byte offset of the first byte that is not valid UTF-8, or npos.
[[nodiscard]] std::size_t findInvalidUtf8(std::string_view text);

/// Appends a code point (no surrogate) as UTF-8.
void appendUtf8(std::string& out, char32_t code);

/// A file's name and what a file or a module holds may command a terminal: here control characters, but for those in
/// `kept`, are written as \x1b.
[[nodiscard]] std::string withoutControls(std::string_view text, std::string_view kept);

/// Number of code points in valid UTF-8 text; what a table column or a label needs as its width.
[[nodiscard]] std::size_t codePoints(std::string_view text);

/// At most `limit` code points of the text, the last one an ellipsis when anything was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t limit);

/// A cell of a CSV file: quoted where RFC 4180 wants it; a text that a spreadsheet would run as a formula (it begins
/// with = + - @ or a control character, goes on, and is no number) has an apostrophe in front, which makes it text
/// there.
[[nodiscard]] std::string csvCell(std::string_view text);

enum class Align { Left, Right };

/// Rows of cells printed as columns of equal width, two spaces apart.
class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::Right;
    };
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    /// One row; cells beyond the columns are dropped, missing ones stay empty.
    void add(std::vector<std::string> cells);
    /// Header, rule and rows, each line ended by a newline.
    [[nodiscard]] std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace batchscope
