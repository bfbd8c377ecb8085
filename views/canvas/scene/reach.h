// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a selected node is understood by what it is made of and what is made of it, not only by its neighbours. Pure.
#pragma once

#include "views/canvas/scene/scene_model.h"

#include <vector>

namespace batchscope {

/// What lies behind and ahead of one node, nearest first.
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
    bool cut = false;              ///< there is more

    static constexpr std::size_t kMost = 2000; ///< nodes in each direction
};

[[nodiscard]] Reach reachOf(const SceneModel& model, NodeId node);

} // namespace batchscope
