// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes what Graphviz is told and reads what it answers; it runs as a program (views/layout), so both are texts. That
// program may be broken or another one altogether: whatever the answer is, reading it gives graphs or an Error, in
// linear time.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"
#include "core/layout/diagram.h"
#include "core/layout/forest_layout.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Text as written between the quotes of a DOT string; line breaks and other control characters become spaces.
[[nodiscard]] std::string escapedForDot(std::string_view text);

/// Whether the arrows of a box leave it from left to right in the order in which they are given.
enum class ArrowOrder { Free, AsGiven };

struct DotStyle {
    ArrowOrder order = ArrowOrder::Free;
    float gapAcross = 0.6F; ///< units between boxes of a row
    float gapDown = 1.4F;   ///< units between rows
};

/// `digraph { … }`, with all boxes at their sizes; box k is called nk.
[[nodiscard]] std::string dotText(const Diagram& diagram, const DotStyle& style);

/// As `dot -Tplain` writes it: inches, y upward.
struct DotNode {
    std::string name;
    Point centre;
    float width = 0.0F;
    float height = 0.0F;
    std::string label;
};

struct DotEdge {
    std::string tail;
    std::string head;
    std::vector<Point> points; ///< control points of cubic curves, 3n + 1
};

struct DotPlain {
    float width = 0.0F;
    float height = 0.0F;
    std::vector<DotNode> nodes;
    std::vector<DotEdge> edges;
};

/// All graphs of an answer. Layout error, with the line, for anything that is not the plain format, and for an answer
/// that ends in the middle of a graph.
[[nodiscard]] Result<std::vector<DotPlain>> readDotPlain(std::string_view text);

/// The graph in units, y downward, by the diagram that dotText wrote. Layout error when a box or an arrow has no place.
[[nodiscard]] Result<PlacedDiagram> placedBy(const DotPlain& graph, const Diagram& diagram);

// Places the original graph by Graphviz instead of forest_layout.h, as an option: programs and nets that share values
// do not form trees, and dot keeps the crossings of their edges low. One run of dot places one graph for each tree; the
// trees are then packed as usual.

/// What dot places within a second or two. Above it nobody can wait for the picture.
constexpr std::size_t kMostNodesForDot = 500;

/// All trees of the graph as DOT, one after the other: results on top.
[[nodiscard]] std::string forestDotText(const OpGraph& graph, std::span<const float> captionWidths);

/// The answer of dot to forestDotText as a layout: the side of a node is 1, no two nodes overlap. Layout error for
/// anything else than that answer.
[[nodiscard]] Result<ForestLayout> forestFromDot(const OpGraph& graph, std::span<const float> captionWidths,
                                                 std::string_view answer, float aspect);

} // namespace batchscope
