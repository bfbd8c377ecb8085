// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the original graph by Graphviz instead of forest_layout.h, as an option: programs and nets that share values
// do not form trees, and dot keeps the crossings of their edges low. One run of dot places one graph for each tree; the
// trees are then packed as usual.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"
#include "core/layout/forest_layout.h"

#include <span>
#include <string>
#include <string_view>

namespace batchscope {

/// What dot places within a second or two. Above it nobody can wait for the picture.
constexpr std::size_t kMostNodesForDot = 500;

/// All trees of the graph as DOT, one after the other: results on top.
[[nodiscard]] std::string forestDotText(const OpGraph& graph, std::span<const float> captionWidths);

/// The answer of dot to forestDotText as a layout: the side of a node is 1, no two nodes overlap. Layout error for
/// anything else than that answer.
[[nodiscard]] Result<ForestLayout> forestFromDot(const OpGraph& graph, std::span<const float> captionWidths,
                                                 std::string_view answer, float aspect);

} // namespace batchscope
