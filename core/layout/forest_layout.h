// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the original graph as a reader of trees expects it: each tree by itself, results on top, leaves below with
// their words in reading order, the trees packed to the window's shape.
//
// Tidy trees (Reingold and Tilford 1981): subtrees are pushed together until they touch, row by row, so that a long
// word takes room in its own row only; leaves keep their reading order from left to right. A node is placed over the
// middle of its first and last argument, one row above the highest of them. Rows count from the top, so that a leaf
// hangs right below the node that uses it. Nodes (and captions) of one row never overlap. Linear time, no recursion.
//
// Nets that read word after word do not form trees (sequence_layout.h), and primitives are placed in blocks
// (cluster_layout.h).
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"
#include "core/layout/sequence_layout.h"

#include <span>
#include <vector>

namespace batchscope {

struct ForestLayout {
    std::vector<Point> nodes; ///< centers, by NodeId
    std::vector<Box> trees;   ///< by tree, in order of appearance in the graph
    std::vector<TreeId> treeIds;
    Box bounds;
};

/// `captionWidths`: columns that the node's caption needs, in units, by NodeId; at least 1 is used. `aspect`: width
/// over height of the window.
[[nodiscard]] ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect);

/// The nodes of each tree, in order of appearance in the graph.
[[nodiscard]] std::vector<NodeSpan> treeSpans(const OpGraph& graph);

/// The trees of treeSpans next to each other. `nodes` and `trees` as each was placed by itself, with its top left
/// corner at 0, 0.
[[nodiscard]] ForestLayout packedForest(const OpGraph& graph, std::vector<Point> nodes, std::vector<Box> trees,
                                        float aspect);

/// What packedForest would take for the first `count` of these trees alone.
[[nodiscard]] Box boundsOfFirst(const ForestLayout& forest, std::size_t count, float aspect);

/// The same trees, each as it is, packed to another shape.
[[nodiscard]] ForestLayout repacked(const OpGraph& graph, const ForestLayout& forest, float aspect);

} // namespace batchscope
