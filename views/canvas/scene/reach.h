// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that a selected node is computed from, and those computed from it, not only its neighbors. Pure.
#pragma once

#include "views/canvas/scene/scene_model.h"

#include <vector>

namespace batchscope {

/// What one node depends on and what depends on it, nearest first.
struct Reach {
    struct Edge {
        NodeId producer;
        NodeId consumer;
        std::uint32_t distance = 0; ///< from the node, 1: an argument or a user of it
    };
    NodeId of;
    std::vector<NodeId> producers; ///< all that it depends on, itself not
    std::vector<NodeId> consumers; ///< all that depends on it
    std::vector<Edge> edges;       ///< on these ways
    bool cut = false;              ///< there are more

    static constexpr std::size_t kMost = 2000; ///< nodes in each direction
};

[[nodiscard]] Reach reachOf(const SceneModel& model, NodeId node);

} // namespace batchscope
