// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the same nodes by level: one lane for each level, level 0 at the bottom, so that computation runs upwards as it
// does in the trees. A lane that is wider than the window's shape allows is wrapped into several rows. Within a lane
// equal signatures stand together, in node order.
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"

#include <vector>

namespace batchscope {

struct LaneLayout {
    std::vector<Point> nodes; ///< centres, by NodeId
    std::vector<Box> lanes;   ///< by level; the label stands left of the box
    float labelWidth = 0.0F;  ///< room left of the lanes, in units
    Box bounds;               ///< with room for the labels
};

/// `aspect`: width over height that the lanes aim at.
[[nodiscard]] LaneLayout layoutLanes(const OpGraph& graph, float aspect);

} // namespace batchscope
