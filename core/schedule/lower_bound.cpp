// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/lower_bound.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// Σ over rounds of the longest chain of the signature.
std::size_t longestChains(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain,
                          std::vector<std::uint32_t>& longest) {
    std::fill(longest.begin(), longest.end(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const std::uint32_t round = graph.roundOf(node);
        std::uint32_t before = 0;
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isValue() && graph.roundOf(argument.node()) == round) {
                before = std::max(before, chain[argument.node().index()]);
            }
        }
        chain[index] = before + (graph.nodeSignatures[node] == signature ? 1 : 0);
        longest[round] = std::max(longest[round], chain[index]);
    }
    return std::accumulate(longest.begin(), longest.end(), std::size_t{0});
}

} // namespace

LowerBound lowerBound(const OpGraph& graph) {
    LowerBound bound;
    bound.bySignature.resize(graph.signatures.size(), 0);
    std::vector<std::uint32_t> chain(graph.size());
    std::vector<std::uint32_t> longest(graph.roundCount());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        const SignatureId signature(index);
        if (graph.opOf(signature).batchable == Batchable::Yes) {
            bound.bySignature[signature] = longestChains(graph, signature, chain, longest);
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
