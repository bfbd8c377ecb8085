// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors in a JSON document (a program, a schedule, a table, a lesson, a record): what was found, what was expected,
// and what to do.
#pragma once

#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEndOfLine = "the end of the line";

// Names of JSON values, as found or expected:
inline constexpr std::string_view kJsonObject = "an object";
inline constexpr std::string_view kJsonArray = "an array";
inline constexpr std::string_view kJsonString = "a string";
inline constexpr std::string_view kJsonNumber = "a number";
inline constexpr std::string_view kJsonTrueOrFalse = "true or false";
inline constexpr std::string_view kJsonNull = "null";

} // namespace batchscope::words
