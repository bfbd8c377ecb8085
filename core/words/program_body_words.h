// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is wrong with the body of an op of a program. Most texts are what was expected at a place of the file (see
// program_json_words.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// A value of a body.
inline constexpr std::string_view kValueOfBody =
    "a value of the body: an object with 'name', 'do' and the keys that this 'do' needs";
inline constexpr std::string_view kValueOfThisKind = "a value of this kind";
inline constexpr std::string_view kValueOrArgument = "value or argument"; ///< the kind for secondNamed()
[[nodiscard]] std::string oneOfPrimitives(std::string_view names);

// Names that it refers to.
inline constexpr std::string_view kNameOfValue = "the name of an argument or of an earlier value";
inline constexpr std::string_view kNameOfValueOfBody = "the name of an argument or of an earlier value of this body";
inline constexpr std::string_view kNameOfInteger = "the name of an integer argument; only integers can be looked up";
inline constexpr std::string_view kNameOfRow = "the name of a row; this one is an integer: look it up first";
[[nodiscard]] std::string expectedNames(std::size_t names, std::string_view primitive);

// What a primitive takes and makes.
inline constexpr std::string_view kNumberOfFill = "the number that fills the row";

struct NamedMatrix {
    std::string_view name;
    std::int64_t rows;
    std::int64_t columns;
};
/// `width` is that of the row it should multiply.
[[nodiscard]] std::string weightDoesNotFit(const NamedMatrix& weight, std::int64_t width);
[[nodiscard]] std::string biasDoesNotFit(const NamedMatrix& bias, const NamedMatrix& weight);
[[nodiscard]] std::string weightMakesTooWide(const NamedMatrix& weight, std::int64_t widest);
[[nodiscard]] std::string makesTooWide(std::int64_t width, std::int64_t widest);
[[nodiscard]] std::string widthsDiffer(std::int64_t left, std::int64_t right, std::string_view primitive);

[[nodiscard]] std::string onlyOneColumn(std::int64_t width);
[[nodiscard]] std::string matrixDoesNotFit(std::int64_t matrix, std::int64_t vector);
inline constexpr std::string_view kNumberAboveZero = "a number above 0";

inline constexpr std::string_view kRowForItem = "one row for each item";
inline constexpr std::string_view kRowForNode = "one row for each node";
/// `found` and `expected` are of the two above.
[[nodiscard]] std::string wrongRows(std::string_view primitive, std::string_view found, bool isVariadic,
                                    std::string_view expected);
[[nodiscard]] std::string sidesDiffer(std::string_view left, std::string_view right);

// Outputs of the op.
inline constexpr std::string_view kOutputsOfOp = "the names of one or more values that the op returns";
inline constexpr std::string_view kOutputOfSharedOnly =
    "this output depends on shared arguments only and has one row for the whole batch; expected a row for each node; "
    "give one of these arguments the class row";
inline constexpr std::string_view kOutputOfItems =
    "this output has one row for each item; expected one for each node; combine the items with segment_sum";
inline constexpr std::string_view kOutputOfInteger = "found an integer argument; expected a row; look it up first";

} // namespace batchscope::words
