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

/// A duration given in seconds, in a suitable unit: "12.3 µs", "4.56 ms", "1.23 s".
[[nodiscard]] std::string formatSeconds(double seconds);

/// A byte count: "512 B", "1.5 KiB", "3.2 MiB".
[[nodiscard]] std::string formatBytes(std::uint64_t bytes);

/// Splits at every separator; keeps empty parts. An empty text gives one empty part.
[[nodiscard]] std::vector<std::string> split(std::string_view text, char separator);

/// The encoding of a text file.
enum class Encoding {
    Utf8,   ///< anything else is an error, with its place
    Latin1, ///< every byte is a character of ISO 8859-1
};

/// The offset of the first byte that is not valid UTF-8, or npos.
[[nodiscard]] std::size_t findInvalidUtf8(std::string_view text);

/// Appends a code point (no surrogate) as UTF-8.
void appendUtf8(std::string& out, char32_t code);

/// Writes control characters, except those in `kept`, in the form \x1b: names and contents of files and modules may
/// contain terminal commands.
[[nodiscard]] std::string withoutControls(std::string_view text, std::string_view kept);

/// The number of code points in valid UTF-8 text, used as the width of table columns and labels.
[[nodiscard]] std::size_t codePoints(std::string_view text);

/// At most `limit` code points of the text; the last is an ellipsis if the text was cut.
[[nodiscard]] std::string elided(std::string_view text, std::size_t limit);

/// A cell of a CSV file, quoted as RFC 4180 requires. A text that a spreadsheet would run as a formula (longer than one
/// character, begins with = + - @ tab or line end, and not a number) is prefixed with an apostrophe.
[[nodiscard]] std::string csvCell(std::string_view text);

enum class Align { Left, Right };

/// Prints rows of cells as aligned columns, two spaces apart.
class TextTable {
public:
    struct Column {
        std::string title;
        Align align = Align::Right;
    };
    explicit TextTable(std::vector<Column> columns) : m_columns(std::move(columns)) {}
    /// Adds a row; cells beyond the columns are dropped, missing cells stay empty.
    void add(std::vector<std::string> cells);
    /// The header, a rule and the rows, each line ended by a newline.
    [[nodiscard]] std::string text() const;

private:
    std::vector<Column> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace batchscope
