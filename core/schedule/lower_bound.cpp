// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/lower_bound.h"

#include <algorithm>
#include <numeric>

namespace batchscope {

namespace {

/// By node, how many nodes of the signature are on the longest way to it within its round, itself included.
void measureChains(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain) {
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
    }
}

/// Σ over rounds of the longest chain of the signature.
std::size_t longestChains(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain,
                          std::vector<std::uint32_t>& longest) {
    measureChains(graph, signature, chain);
    std::fill(longest.begin(), longest.end(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        std::uint32_t& most = longest[graph.roundOf(NodeId(index))];
        most = std::max(most, chain[index]);
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

std::vector<NodeId> longestChain(const OpGraph& graph, SignatureId signature) {
    std::vector<std::uint32_t> chain(graph.size());
    measureChains(graph, signature, chain);
    std::vector<NodeId> ends(graph.roundCount()); // of each round
    for (std::size_t index = 0; index < graph.size(); ++index) {
        NodeId& end = ends[graph.roundOf(NodeId(index))];
        const bool isOne = graph.nodeSignatures[NodeId(index)] == signature;
        if (isOne && (!end.valid() || chain[index] > chain[end.index()])) {
            end = NodeId(index);
        }
    }
    std::reverse(ends.begin(), ends.end()); // the last round first, as the chain is walked
    std::vector<NodeId> nodes;
    for (const NodeId end : ends) {
        for (NodeId node = end; node.valid();) {
            if (graph.nodeSignatures[node] == signature) {
                nodes.push_back(node);
            }
            const std::uint32_t before = chain[node.index()] - (graph.nodeSignatures[node] == signature ? 1 : 0);
            NodeId next;
            for (const Argument& argument : graph.argumentsOf(node)) {
                const bool leads = before > 0 && argument.isValue() && chain[argument.node().index()] == before &&
                                   graph.roundOf(argument.node()) == graph.roundOf(node);
                if (leads && !next.valid()) {
                    next = argument.node();
                }
            }
            node = next;
        }
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

} // namespace batchscope
