// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes of two graphs of the same or of similar trees, paired: what is the same computation in both, although
// granularity, merging, outputs or the file differ. A node's partner has the same op (by name), and is made for the
// same node of the same tree; where several are, the first goes with the first, and so on. Nodes that only one graph
// has are without partner: calls that the other has merged, primitives of a cell, trees that the other file lacks.
#pragma once

#include "core/graph/op_graph.h"

#include <cstddef>

namespace batchscope {

struct NodePairs {
    IdVector<NodeId, NodeId> toAfter;  ///< by node of the first graph; invalid: no partner
    IdVector<NodeId, NodeId> toBefore; ///< by node of the second
    std::size_t aloneBefore = 0;       ///< nodes of the first without partner
    std::size_t aloneAfter = 0;

    [[nodiscard]] std::size_t paired() const { return toAfter.size() - aloneBefore; }
};

/// O(nodes) on average.
[[nodiscard]] NodePairs pairNodes(const OpGraph& before, const OpGraph& after);
/// Of one graph with itself: every node is its own partner.
[[nodiscard]] NodePairs pairedWithItself(const OpGraph& graph);

} // namespace batchscope
