// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/lower_bound.h"

#include <algorithm>

namespace batchscope {

namespace {

std::size_t longestChain(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain) {
    std::uint32_t longest = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        std::uint32_t before = 0;
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isRow()) {
                before = std::max(before, chain[argument.node().index()]);
            }
        }
        chain[index] = before + (graph.nodeSignatures[node] == signature ? 1 : 0);
        longest = std::max(longest, chain[index]);
    }
    return longest;
}

} // namespace

LowerBound lowerBound(const OpGraph& graph) {
    LowerBound bound;
    bound.bySignature.resize(graph.signatures.size(), 0);
    std::vector<std::uint32_t> chain(graph.size());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        const SignatureId signature(index);
        if (graph.opOf(signature).batchable == Batchable::Yes) {
            bound.bySignature[signature] = longestChain(graph, signature, chain);
        }
    }
    for (const SignatureId signature : graph.nodeSignatures) {
        bound.bySignature[signature] += graph.opOf(signature).batchable == Batchable::No ? 1 : 0;
    }
    for (const std::size_t batches : bound.bySignature) {
        bound.batches += batches;
    }
    return bound;
}

} // namespace batchscope
