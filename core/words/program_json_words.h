// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors in the JSON of a program: what was found, what was expected, and what to do. json_words.h has the sentence for
// both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string notJson(std::string_view reason);
inline constexpr std::string_view kUnreadableText = "unreadable text";
[[nodiscard]] std::string duplicateKey(std::string_view key);
[[nodiscard]] std::string nestedTooDeep(std::size_t most);

/// How the JSON library starts its reason, and its account of what it read last.
inline constexpr std::string_view kParserFault = "parse error";
inline constexpr std::string_view kParserLastRead = "; last read";

/// `expected` is one of those below, or of the other words on JSON and programs.
[[nodiscard]] std::string missingKey(std::string_view key, std::string_view expected);
/// `what` is the object, as "a call"; `keys` are those that it may have.
[[nodiscard]] std::string unknownKey(std::string_view key, std::string_view what, std::string_view keys);

// What was found.
inline constexpr std::string_view kTheDocument = "the document";
[[nodiscard]] std::string theString(std::string_view quoted);
[[nodiscard]] std::string theNumber(std::string_view written);
[[nodiscard]] std::string arrayOf(std::size_t elements);

// What was expected.
[[nodiscard]] std::string objectWith(std::string_view what, std::string_view keys);
[[nodiscard]] std::string atMost(std::size_t most);
[[nodiscard]] std::string nameOfBytes(std::size_t most);
[[nodiscard]] std::string integerBetween(std::int64_t low, std::int64_t high);

/// `'a', 'b' or 'c'`; an ellipsis at the end where there are more.
[[nodiscard]] std::string quotedNames(std::span<const std::string> names, bool areMore);

} // namespace batchscope::words
