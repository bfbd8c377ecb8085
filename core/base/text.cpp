// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

namespace batchscope {

namespace {

bool isContinuation(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// The length of the UTF-8 sequence that starts at `at`, or 0 if it is invalid (overlong, surrogate, too large, cut).
std::size_t sequenceLength(std::string_view text, std::size_t at) {
    const auto byteAt = [&](std::size_t index) { return static_cast<unsigned char>(text[index]); };
    const unsigned lead = byteAt(at);
    if (lead < 0x80U) {
        return 1;
    }
    const std::size_t length = lead >= 0xC2U && lead <= 0xDFU   ? 2
                               : (lead & 0xF0U) == 0xE0U        ? 3
                               : lead >= 0xF0U && lead <= 0xF4U ? 4
                                                                : 0;
    if (length == 0 || at + length > text.size()) {
        return 0;
    }
    for (std::size_t offset = 1; offset < length; ++offset) {
        if (!isContinuation(text[at + offset])) {
            return 0;
        }
    }
    const unsigned second = byteAt(at + 1);
    const bool overlong = (lead == 0xE0U && second < 0xA0U) || (lead == 0xF0U && second < 0x90U);
    const bool outside = (lead == 0xEDU && second > 0x9FU) || (lead == 0xF4U && second > 0x8FU);
    return overlong || outside ? 0 : length;
}

std::string padded(const std::string& cell, std::size_t width, Align align) {
    const std::size_t used = codePoints(cell);
    const std::string space(width > used ? width - used : 0, ' ');
    return align == Align::Left ? cell + space : space + cell;
}

} // namespace

std::string withThousands(std::uint64_t value) {
    std::string digits = std::to_string(value);
    for (std::size_t at = digits.size(); at > 3;) {
        at -= 3;
        digits.insert(at, 1, ',');
    }
    return digits;
}

std::string formatSeconds(double seconds) {
    if (seconds < 1e-3) {
        return fmt::format("{:.3g} µs", seconds * 1e6);
    }
    if (seconds < 1.0) {
        return fmt::format("{:.3g} {}", seconds * 1e3, "ms");
    }
    return fmt::format("{:.3g} s", seconds);
}

std::string formatBytes(std::uint64_t bytes) {
    constexpr std::array<const char*, 5> kUnits = {"B", "KiB", "MiB", "GiB", "TiB"};
    double value = static_cast<double>(bytes);
    std::size_t unit = 0;
    while (value >= 1024.0 && unit + 1 < kUnits.size()) {
        value /= 1024.0;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (;;) {
        const std::size_t end = text.find(separator, begin);
        parts.emplace_back(text.substr(begin, end == std::string_view::npos ? end : end - begin));
        if (end == std::string_view::npos) {
            return parts;
        }
        begin = end + 1;
    }
}

std::size_t findInvalidUtf8(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t length = sequenceLength(text, at);
        if (length == 0) {
            return at;
        }
        at += length;
    }
    return std::string_view::npos;
}

void appendUtf8(std::string& out, char32_t code) {
    constexpr char32_t kTail = 0x3F;
    const auto byte = [&](char32_t value) { out += static_cast<char>(value); };
    if (code < 0x80) {
        byte(code);
    } else if (code < 0x800) {
        byte(0xC0U | code >> 6U);
        byte(0x80U | (code & kTail));
    } else if (code < 0x10000) {
        byte(0xE0U | code >> 12U);
        byte(0x80U | (code >> 6U & kTail));
        byte(0x80U | (code & kTail));
    } else {
        byte(0xF0U | code >> 18U);
        byte(0x80U | (code >> 12U & kTail));
        byte(0x80U | (code >> 6U & kTail));
        byte(0x80U | (code & kTail));
    }
}

std::string withoutControls(std::string_view text, std::string_view kept) {
    std::string shown;
    std::size_t following = 0; // remaining bytes of the current character
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto byte = static_cast<unsigned char>(text[at]);
        const auto next = at + 1 < text.size() ? static_cast<unsigned char>(text[at + 1]) : 0U;
        const bool isFollowing = following > 0 && byte >= 0x80 && byte < 0xC0;
        following = isFollowing ? following - 1 : byte >= 0xF0 ? 3U : byte >= 0xE0 ? 2U : byte >= 0xC0 ? 1U : 0U;
        if (byte == 0xC2 && next >= 0x80 && next < 0xA0) { // U+0080 to U+009F: a second set of controls
            shown += fmt::format("\\x{:02x}", next);
            following = 0;
            ++at;
        } else if (((byte < 0x20 || byte == 0x7F) && kept.find(text[at]) == std::string_view::npos) ||
                   (!isFollowing && byte >= 0x80 && byte < 0xA0)) { // C1 controls as single bytes
            shown += fmt::format("\\x{:02x}", byte);
        } else {
            shown += text[at];
        }
    }
    return shown;
}

std::size_t codePoints(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char byte) { return !isContinuation(byte); }));
}

std::string elided(std::string_view text, std::size_t limit) {
    if (codePoints(text) <= limit) {
        return std::string(text);
    }
    std::size_t at = 0;
    for (std::size_t kept = 0; at < text.size(); ++at) {
        if (!isContinuation(text[at]) && ++kept >= limit) {
            break;
        }
    }
    return std::string(text.substr(0, at)) + "…";
}

std::string csvCell(std::string_view text) {
    const auto isNumber = [](std::string_view cell) {
        cell.remove_prefix(cell.starts_with('+') ? 1 : 0);
        double value = 0;
        const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
        return error == std::errc() && end == cell.data() + cell.size();
    };
    const bool runs = text.size() > 1 && std::string_view("=+-@\t\r\n").find(text.front()) != std::string_view::npos &&
                      !isNumber(text);
    std::string cell(runs ? "'" : "");
    if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
        return cell.append(text);
    }
    for (const char character : text) {
        cell += character == '"' ? "\"\"" : std::string(1, character);
    }
    return '"' + cell + '"';
}

void TextTable::add(std::vector<std::string> cells) {
    cells.resize(m_columns.size());
    m_rows.push_back(std::move(cells));
}

std::string TextTable::text() const {
    std::vector<std::size_t> widths;
    widths.reserve(m_columns.size());
    for (const Column& column : m_columns) {
        widths.push_back(codePoints(column.title));
    }
    for (const auto& row : m_rows) {
        for (std::size_t column = 0; column < row.size(); ++column) {
            widths[column] = std::max(widths[column], codePoints(row[column]));
        }
    }
    std::string out;
    const auto line = [&](const auto& cellAt) {
        std::string text;
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            text += column == 0 ? "" : "  ";
            text += padded(cellAt(column), widths[column], m_columns[column].align);
        }
        text.erase(text.find_last_not_of(' ') + 1);
        out += text + '\n';
    };
    line([&](std::size_t column) { return m_columns[column].title; });
    line([&](std::size_t column) { return std::string(widths[column], '-'); });
    for (const auto& row : m_rows) {
        line([&](std::size_t column) { return row[column]; });
    }
    return out;
}

} // namespace batchscope
