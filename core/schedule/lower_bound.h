// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: no schedule needs fewer batches than this; the gap says how much a better policy could win. Σ over signatures of
// the longest chain counting only nodes of that signature, and one for each unbatchable node (ED-Batch, ICML 2023). It
// is a bound, not an optimum: it may not be attainable. Where values are read early (OpGraph::rounds) no batch spans
// two rounds, so the chains are counted round by round.
#pragma once

#include "core/graph/op_graph.h"

namespace batchscope {

struct LowerBound {
    std::size_t batches = 0;
    IdVector<SignatureId, std::size_t> bySignature;
};

/// Time O(signatures × (nodes + arguments)).
[[nodiscard]] LowerBound lowerBound(const OpGraph& graph);

} // namespace batchscope
