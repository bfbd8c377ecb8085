// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the SNLI and MultiNLI reader.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kLineIsNoObject =
    "found JSON that is not an object; expected an object with the two parses on each line";
inline constexpr std::string_view kEmptyParse = "found an empty parse; expected words in brackets, or a single word";
inline constexpr std::string_view kUnmatchedInParse =
    "found a ')' without a matching '('; expected '(' or a single word";

/// What the value of a key should be.
inline constexpr std::string_view kLabelInQuotes = "a label in quotes";
inline constexpr std::string_view kWordsInBrackets = "words in brackets";
[[nodiscard]] std::string valueIsNoString(std::string_view key, std::string_view expected);
[[nodiscard]] std::string snliKeyIsMissing(std::string_view key);
/// `line` and `column` of the innermost bracket that is open.
[[nodiscard]] std::string missingInParse(std::size_t missing, std::uint32_t line, std::uint32_t column);
[[nodiscard]] std::string textAfterParse(std::string_view text);

} // namespace batchscope::words
