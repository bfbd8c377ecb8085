// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors in a JSON document (a program, a schedule, a table, a lesson, a record): what was found, what was expected,
// and what to do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEndOfLine = "the end of the line";

// Pieces, as found or expected:
inline constexpr std::string_view kJsonObject = "an object";
inline constexpr std::string_view kJsonArray = "an array";
inline constexpr std::string_view kJsonString = "a string";
inline constexpr std::string_view kJsonNumber = "a number";
inline constexpr std::string_view kJsonTrueOrFalse = "true or false";
inline constexpr std::string_view kJsonNull = "null";
inline constexpr std::string_view kJsonValue = "a value";

[[nodiscard]] std::string foundInJson(std::string_view found, std::string_view expected);
inline constexpr std::string_view kNumberBeyond64Bits =
    "found a number that does not fit into 64 bits; expected a smaller one";

[[nodiscard]] std::string notJson(std::string_view reason);
[[nodiscard]] std::string duplicateKey(std::string_view key);

/// `expected` is one of those below, or of the other words on JSON and programs.
[[nodiscard]] std::string missingKey(std::string_view key, std::string_view expected);
/// `what` is the object, as "a call"; `keys` are those that it may have.
[[nodiscard]] std::string unknownKey(std::string_view key, std::string_view what, std::string_view keys);

// What was expected.
inline constexpr std::string_view kNonNegativeInteger = "a non-negative integer";
inline constexpr std::string_view kJsonCount = "a count";
inline constexpr std::string_view kKnownTreeRange = "a range of trees such as 0:100, or null";
[[nodiscard]] std::string objectWith(std::string_view what, std::string_view keys);
[[nodiscard]] std::string atMost(std::size_t most);
[[nodiscard]] std::string nameOfBytes(std::size_t most);
[[nodiscard]] std::string integerBetween(std::int64_t low, std::int64_t high);

/// A part of a program, as an example and as a kind.
struct ProgramPart {
    std::string_view one;
    std::string_view kind;
};

[[nodiscard]] std::string secondNamed(std::string_view kind, std::string_view name);

} // namespace batchscope::words
