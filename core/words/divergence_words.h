// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a node of the folded run has another value than in the regular run. Numbers come as text.
#pragma once

#include <string>
#include <string_view>

namespace batchscope::words {

/// "node 31 (children), output 1"; without `output` where the op has only one.
[[nodiscard]] std::string valueOfNode(std::string_view node, std::string_view op, std::string_view output);

[[nodiscard]] std::string integerOfCall(std::string_view number);
inline constexpr std::string_view kNumbersOfCall = "the row of numbers of another call";

// Whose the value is that was read.
[[nodiscard]] std::string argumentOfOtherRow(std::string_view node);
[[nodiscard]] std::string otherArgument(std::string_view argument);
inline constexpr std::string_view kOtherOutput = "another output of the same node";

struct MisreadWords {
    std::string_view node;
    std::string_view argument;
    std::string_view read; ///< as valueOfNode
    std::string_view own;  ///< as valueOfNode
    std::string_view whose;
    std::string others; ///< other inputs that give the same, with their noun; or empty
};
[[nodiscard]] std::string misread(const MisreadWords& words);
/// `call`: what the op calls.
[[nodiscard]] std::string isRandom(std::string_view node, std::string_view call);
/// `hazard`: that a row depends on others, with operation and line.
[[nodiscard]] std::string mixesRows(std::string_view node, std::string_view call, std::string_view hazard);
inline constexpr std::string_view kValueNotFinite = "value";
inline constexpr std::string_view kGradientNotFinite = "gradient of a value";
inline constexpr std::string_view kOfRegularRun = " of the regular run";
struct NotFiniteWords {
    std::string_view what;
    std::string_view run; ///< kOfRegularRun or empty
    std::string number;
    std::string column;
    std::string node;
    std::string_view op;
    std::string output;
    std::string tree;
    std::string_view parameter; ///< an entry of one that is not finite; or empty
};
[[nodiscard]] std::string firstNotFinite(const NotFiniteWords& words);

/// `tried`: how many other inputs, with their noun.
[[nodiscard]] std::string causeUnknown(std::string_view node, std::string_view tried);

} // namespace batchscope::words
