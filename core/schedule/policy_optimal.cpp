// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <limits>
#include <unordered_map>

namespace batchscope {

namespace {

/// Sets of nodes as bits: at most kOptimalNodes.
using NodeSet = std::uint32_t;

/// Fewest batches from a set of nodes that ran. A batch takes all ready nodes of its signature: running more of them at
/// once leaves no more to do, so no better order is missed.
class Search {
public:
    explicit Search(const OpGraph& graph) : m_graph(graph), m_needs(graph.size(), 0) {
        for (std::size_t index = 0; index < graph.size(); ++index) {
            for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
                m_needs[index] |= argument.isValue() ? NodeSet{1} << argument.payload : NodeSet{0};
            }
            for (std::size_t other = 0; other < graph.size(); ++other) {
                const bool before = graph.roundOf(NodeId(other)) < graph.roundOf(NodeId(index));
                m_needs[index] |= before ? NodeSet{1} << other : NodeSet{0};
            }
        }
    }

    /// What runs when this signature is chosen: all its ready nodes, or the first of them for an op that cannot batch.
    [[nodiscard]] NodeSet batchOf(SignatureId signature, NodeSet ran) const {
        const bool alone = m_graph.opOf(signature).batchable == Batchable::No;
        NodeSet batch = 0;
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const NodeSet self = NodeSet{1} << index;
            const bool ready = (ran & self) == 0 && (m_needs[index] & ~ran) == 0;
            if (ready && m_graph.nodeSignatures[NodeId(index)] == signature && !(alone && batch != 0)) {
                batch |= self;
            }
        }
        return batch;
    }

    // Recursion is no deeper than kOptimalNodes.
    [[nodiscard]] std::uint32_t fewest(NodeSet ran) { // NOLINT(misc-no-recursion)
        if (ran == (NodeSet{1} << m_graph.size()) - 1) {
            return 0;
        }
        if (const auto known = m_memo.find(ran); known != m_memo.end()) {
            return known->second;
        }
        std::uint32_t best = std::numeric_limits<std::uint32_t>::max();
        for (std::size_t index = 0; index < m_graph.signatures.size(); ++index) {
            if (const NodeSet batch = batchOf(SignatureId(index), ran); batch != 0) {
                best = std::min(best, 1 + fewest(ran | batch));
            }
        }
        m_memo.emplace(ran, best);
        return best;
    }

private:
    const OpGraph& m_graph;
    std::vector<NodeSet> m_needs;
    std::unordered_map<NodeSet, std::uint32_t> m_memo;
};

/// Exhaustive search with memo over all orders: the fewest batches there can be. For graphs up to kOptimalNodes.
Pick chooseOptimal(const Frontier& frontier) {
    const OpGraph& graph = frontier.graph();
    Pick pick;
    pick.candidates = frontier.candidates();
    NodeSet ran = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        ran |= frontier.hasRun(NodeId(index)) ? NodeSet{1} << index : NodeSet{0};
    }
    Search search(graph);
    double best = std::numeric_limits<double>::infinity();
    for (Candidate& candidate : pick.candidates) {
        candidate.score = 1.0 + search.fewest(ran | search.batchOf(candidate.signature, ran));
        if (candidate.score < best) {
            best = candidate.score;
            pick.signature = candidate.signature;
        }
    }
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::OwnRule;
    return pick;
}

} // namespace

constinit const PolicyRule kOptimalRule = {
    .traits =
        {
            .name = "optimal",
            .title = "Best of all orders",
            .description = "exhaustive search, for graphs of at most 16 nodes",
            .scoreName = "batches to go",
            .line = "batch = best of all orders",
            .tip = "The signature that leaves the fewest batches to run, found by trying all orders.",
            .ownReason = "a search over all orders found none with fewer batches",
            .from = Interface::Learn,
            .mostNodes = kOptimalNodes,
        },
    .choose = chooseOptimal,
};

} // namespace batchscope
