// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the original graph placed by Graphviz instead of forest_layout.h, as a choice: programs and nets that share
// values are no trees, and dot keeps the crossings of their edges low. One graph for each tree goes through one run of
// dot; the trees are then packed as ever.
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
