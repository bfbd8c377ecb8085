// SPDX-License-Identifier: GPL-3.0-or-later
//
// Error messages of the JSON tree reader.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// What was expected; see words::foundInJson.
inline constexpr std::string_view kJsonTree = "a tree: [label, …], or an object with words, heads and labels";
inline constexpr std::string_view kJsonWord = "a word in quotes";
inline constexpr std::string_view kJsonWordOrBracket = "a word in quotes, '[' or ']'";
inline constexpr std::string_view kJsonLabelOrNull = "a label in quotes, or null for none";
inline constexpr std::string_view kJsonHead = "the number of a word, or 0 for the root";
[[nodiscard]] std::string jsonArrayOf(std::string_view key);

inline constexpr std::string_view kArrayEndsAfterLabel =
    "found ']' right after the label; expected a word in quotes or '['";
inline constexpr std::string_view kEmptyJsonWord = "found an empty word; expected at least one character";
[[nodiscard]] std::string unknownTreesVersion(std::string_view version);
[[nodiscard]] std::string unequalArrays(std::size_t words, std::size_t heads, std::size_t labels);
[[nodiscard]] std::string invalidHead(std::string_view found, std::size_t last);

} // namespace batchscope::words
