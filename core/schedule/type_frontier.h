// SPDX-License-Identifier: GPL-3.0-or-later
//
// Counts the frontier of each signature, for the sufficient condition of ED-Batch (ICML 2023). Take the nodes of one
// signature alone, each linked to the nearest nodes of the same signature that it depends on, through any others. The
// frontier consists of those that have not run and wait for no other of them. When all of them are ready, running them
// at once cannot be wrong: no order could put more of this signature into its next batch.
//
// A node is in the frontier of its signature t exactly if no node of t that has not run is among its ancestors, which
// is kept up to date by counting, for every node and signature, the arguments through which such an ancestor is
// reached. Memory O(nodes × signatures); total time O(arguments × signatures).
#pragma once

#include "core/graph/op_graph.h"

#include <vector>

namespace batchscope {

class TypeFrontiers {
public:
    /// Over `nodes`, all of one round (see OpGraph::rounds), in id order, before any of them ran. `consumers` must
    /// outlive this.
    TypeFrontiers(const OpGraph& graph, const ConsumerIndex& consumers, std::span<const NodeId> nodes);

    /// Nodes in the signature's frontier.
    [[nodiscard]] std::size_t size(SignatureId signature) const { return m_sizes[signature]; }
    /// The node ran; it must have been ready.
    void run(NodeId node);

private:
    [[nodiscard]] std::uint32_t& blockers(NodeId node, SignatureId signature) {
        return m_blockers[node.index() * m_signatures + signature.index()];
    }
    /// No ancestor of `node` is an unrun node of `signature` any more: the nodes above it may be free, too.
    void unblock(NodeId node, SignatureId signature);

    const OpGraph& m_graph;
    const ConsumerIndex& m_consumers;
    std::size_t m_signatures;
    std::uint32_t m_round;
    std::vector<std::uint32_t> m_blockers;
    IdVector<SignatureId, std::size_t> m_sizes;
    std::vector<NodeId> m_work;
};

} // namespace batchscope
