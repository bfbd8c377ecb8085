// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the folded graph: every batch is one block of tiles, one tile per node, in order of steps from bottom to top,
// in several columns if there are many. Blocks of a column share their left edge; there is room for edges between
// blocks to the left of the column, and for a block's label to the right of the block.
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"
#include "core/schedule/schedule.h"

#include <span>
#include <vector>

namespace batchscope {

struct FoldedLayout {
    std::vector<Point> nodes; ///< centers of the tiles, by NodeId
    std::vector<Box> batches; ///< blocks, by BatchId, without their labels
    float arcWidth = 0.0F;    ///< room left of each column, in units
    float labelWidth = 0.0F;  ///< room right of each block for `op ×N`, in units
    Box bounds;               ///< including labels and edges
};

/// `tilesPerRow`: tiles in a row of every block; use LaneLayout::columns, so that a run of nodes in its lane already
/// has the shape of its block. `aspect`: the desired ratio of width to height of all blocks.
[[nodiscard]] FoldedLayout layoutFolded(const Schedule& schedule, std::size_t tilesPerRow, float aspect);

// Places the nodes by level: one lane for each level, level 0 at the bottom, so that computation runs upward as it does
// in the trees. All lanes have the same columns; a lane with more nodes has several rows.
//
// If there are few trees, each gets a band of columns in proportion to its widest level: edges stay within their band,
// and nodes keep their order of the source layout there, so few edges cross. If the bands of all trees do not fit, a
// lane is filled tree after tree. Cost: linear in nodes for each width that is tried.

struct LaneLayout {
    std::vector<Point> nodes;         ///< centers, by NodeId
    std::vector<Box> lanes;           ///< by level, all equally wide; the label is left of the box
    std::vector<NodeId> order;        ///< nodes by level, then by tree and from left to right
    std::vector<std::size_t> offsets; ///< by level, plus an end: first of its nodes in `order`
    std::size_t columns = 1;          ///< unit cells per row
    float labelWidth = 0.0F;          ///< room left of the lanes, in units
    Box bounds;                       ///< including room for the labels
};

/// `source`: centers of the nodes in the source layout, by NodeId. `aspect`: the desired ratio of width to height.
[[nodiscard]] LaneLayout layoutLanes(const OpGraph& graph, std::span<const Point> source, float aspect);

} // namespace batchscope
