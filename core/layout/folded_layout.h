// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the folded graph: every batch is one block of tiles, one tile a node, in order of steps from bottom to top, in
// several columns when there are many. Blocks of a column share their left edge; there is room for edges between blocks
// to the left of it, and for a block's label to the right of the block.
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
    Box bounds;               ///< with labels and edges
};

/// `tilesPerRow`: of every block; that of the lanes (LaneLayout::columns), so that a run of nodes in its lane has the
/// shape of its block already. `aspect`: width over height that the blocks aim at.
[[nodiscard]] FoldedLayout layoutFolded(const Schedule& schedule, std::size_t tilesPerRow, float aspect);

// Places the nodes by level: one lane for each level, level 0 at the bottom, so that computation runs upward as it does
// in the trees. All lanes have the same columns; a lane with more nodes has several rows.
//
// Few trees keep a band of columns each, wide enough for their widest level in proportion to the others: edges stay
// within their band, and within it nodes keep the order that they have in the source layout, so few edges cross. With
// more trees than bands fit, a lane is filled tree after tree. Cost: linear in nodes for each width that is tried.

struct LaneLayout {
    std::vector<Point> nodes;         ///< centers, by NodeId
    std::vector<Box> lanes;           ///< by level, all equally wide; the label is left of the box
    std::vector<NodeId> order;        ///< nodes by level, and within one by tree and from left to right
    std::vector<std::size_t> offsets; ///< by level, + 1: where its nodes begin in `order`
    std::size_t columns = 1;          ///< unit cells a row
    float labelWidth = 0.0F;          ///< room left of the lanes, in units
    Box bounds;                       ///< with room for the labels
};

/// `source`: where the nodes are in the source layout, by NodeId. `aspect`: width over height that the lanes aim at.
[[nodiscard]] LaneLayout layoutLanes(const OpGraph& graph, std::span<const Point> source, float aspect);

} // namespace batchscope
