// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the bracket reader; the SNLI reader shares some of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kStrayClosingBracket =
    "found a ')' without a matching '('; expected '(' to start a tree";
inline constexpr std::string_view kEmptyBrackets = "found ')' right after '('; expected a word or a constituent";
/// Where closing brackets are missing.
inline constexpr std::string_view kBeforeEndOfFile = "before the end of the file";
[[nodiscard]] std::string beforeNextTree(std::uint32_t line);

[[nodiscard]] std::string textOutsideBrackets(std::string_view text);
/// `line` and `column` of the innermost bracket that is open.
[[nodiscard]] std::string missingClosingBrackets(std::size_t missing, std::string_view where, std::uint32_t line,
                                                 std::uint32_t column);

} // namespace batchscope::words
