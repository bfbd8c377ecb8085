// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the folded graph: every batch is one block of tiles, one tile a node, in order of steps from bottom to top, in
// several columns when there are many. Blocks of a column share their left edge; there is room for edges between blocks
// to the left of it, and for a block's label to the right of the block.
#pragma once

#include "core/layout/geometry.h"
#include "core/schedule/schedule.h"

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

} // namespace batchscope
