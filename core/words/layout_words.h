// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pictures that are laid out: what is wrong with dot's answer, and the boxes and tips of an op's diagram.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

[[nodiscard]] std::string dotUnreadable(std::size_t line, std::string_view why);
inline constexpr std::string_view kDotUnclosedQuote = "unclosed quote";
inline constexpr std::string_view kDotUnexpectedEnd = "unexpected end";
inline constexpr const char* kDotNeedsGraph = "expected a graph";
inline constexpr const char* kDotNeedsNodeOrEdge = "expected a node, an edge or the end of the graph";
inline constexpr const char* kDotNeedsGraphSize = "expected a graph with a scale, a width and a height";
inline constexpr const char* kDotNeedsNodeParts = "expected a node with a name, a position, a size and a label";
inline constexpr const char* kDotNeedsEdgeParts = "expected an edge with two names and the points of a curve";
inline constexpr const char* kDotPointIsNoNumber = "an edge has a point that is not a number";

[[nodiscard]] std::string dotDoesNotMatch(std::string_view why);
inline constexpr std::string_view kDotHasUnknownNode = "it contains an unknown node";
inline constexpr std::string_view kDotNodeNotPlacedOnce = "it does not place every node once";
inline constexpr std::string_view kDotHasUnknownEdge = "it contains an edge of an unknown node";
inline constexpr std::string_view kDotLacksEdge = "an edge is missing";

[[nodiscard]] std::string dotTreeCountDiffers(std::size_t given, std::size_t returned);

// Boxes of an op's diagram.
inline constexpr const char* kOutputBox = "output";
inline constexpr const char* kIntegerBox = "integer";
inline constexpr const char* kRowsOfAnyBatch = "batch"; ///< in place of their number
[[nodiscard]] std::string argumentBox(std::int32_t argument);
[[nodiscard]] std::string outputBox(std::size_t output);

/// Of a box that stands for a parameter, by its title and its shape.
[[nodiscard]] std::string parameterTip(std::string_view title, std::string_view shape);
[[nodiscard]] std::string integerTip(std::string_view title, std::string_view rows);
[[nodiscard]] std::string rowForEachItem(std::int32_t width);
[[nodiscard]] std::string rowForEachNode(std::string_view rows, std::int32_t width);

} // namespace batchscope::words
