// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lower bound on the number of batches of any schedule; the gap to it limits what a better policy could gain. It is the
// sum, over signatures, of the longest chain counting only nodes of that signature, plus one for each unbatchable node
// (ED-Batch, ICML 2023). The bound may not be attainable. Where values are read early (OpGraph::rounds), no batch spans
// two rounds, so chains are counted within each round.
#pragma once

#include "core/graph/op_graph.h"

#include <vector>

namespace batchscope {

struct LowerBound {
    std::size_t batches = 0;
    IdVector<SignatureId, std::size_t> bySignature;
};

/// Time O(signatures × (nodes + arguments)).
[[nodiscard]] LowerBound lowerBound(const OpGraph& graph);

/// Nodes of the signature each of which needs the one before it, as many as can be: no schedule runs two of them
/// together. With rounds, the longest chain of each, one after the other. Time O(nodes + arguments).
[[nodiscard]] std::vector<NodeId> longestChain(const OpGraph& graph, SignatureId signature);

} // namespace batchscope
