// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where folding changed what a net computes, as marks for pictures: nodes of which a value, or a gradient, is out of
// tolerance, and where that begins.
#pragma once

#include "core/session/snapshot.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct DifferingNodes {
    std::vector<NodeId> nodes;            ///< ascending, each once: by value or gradient
    std::vector<std::uint32_t> inBatches; ///< by BatchId: how many of them run there; empty: no nodes or no schedule
    NodeId first;                         ///< of the first value that differs; else of the first gradient
    BatchId firstBatch;                   ///< the first step with any of them

    [[nodiscard]] bool contains(NodeId node) const;
};

/// None before the runs were compared, and where all is within tolerance. Linear in the nodes that differ.
[[nodiscard]] DifferingNodes differingNodes(const Snapshot& snapshot);

/// What differs of this node from regular, and whether it is the first; empty: nothing.
[[nodiscard]] std::string differsText(const Snapshot& snapshot, NodeId node);
/// "12 of 264 nodes, in 3 of 21 steps, from step 5 (children ×4) on", of one comparison; empty: none.
[[nodiscard]] std::string differingText(const OpGraph& graph, const Schedule& schedule, std::span<const NodeId> nodes);

} // namespace batchscope
