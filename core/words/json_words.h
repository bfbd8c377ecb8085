// SPDX-License-Identifier: GPL-3.0-or-later
//
// The names of JSON values and pieces in messages, and what is said of a text that is no JSON.
#pragma once

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
inline constexpr std::string_view kJsonNothing = "nothing";
inline constexpr std::string_view kJsonValue = "a value";
inline constexpr std::string_view kJsonValueOrEnd = "a value or ']'";
inline constexpr std::string_view kJsonKey = "a key";
inline constexpr std::string_view kJsonKeyInQuotes = "a key in quotes";
inline constexpr std::string_view kJsonKeyOrEnd = "a key in quotes or '}'";
inline constexpr std::string_view kJsonColon = "':'";
inline constexpr std::string_view kJsonArrayEnd = "']'";
inline constexpr std::string_view kJsonCommaOrObjectEnd = "',' or '}'";
inline constexpr std::string_view kJsonCommaOrArrayEnd = "',' or ']'";

[[nodiscard]] std::string foundInJson(std::string_view found, std::string_view expected);

// Inside a string:
inline constexpr std::string_view kUnclosedString = "found a string without a closing quote; expected '\"'";
inline constexpr std::string_view kUnknownEscape =
    R"(found an unknown escape; expected one of \" \\ \/ \b \f \n \r \t \uXXXX)";
inline constexpr std::string_view kHalfSurrogatePair =
    R"(found half of a surrogate pair; expected \uD800 to \uDBFF followed by \uDC00 to \uDFFF)";
inline constexpr std::string_view kUnknownCodeEscape =
    "found an unknown escape; expected four hexadecimal digits after \\u";
[[nodiscard]] std::string controlCharacterInString(unsigned character);

} // namespace batchscope::words
