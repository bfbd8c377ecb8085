// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that are ready to run, grouped as policies need them. The scheduler owns and changes the Frontier; policies
// see it as const.
//
// If values are read early (OpGraph::rounds), only one round is open: policies do not see nodes of later rounds,
// because their calls are made after the read. The next round opens when all nodes of the open one have run.
//
// Cost: O(log levels) when a group becomes ready, O(1) per node that becomes ready or is taken; memory O(nodes +
// arguments + levels × signatures in use), and O(nodes × signatures) once a policy uses type frontiers.
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace batchscope {

// Counts the frontier of each signature, for the sufficient condition of ED-Batch (ICML 2023). The frontier of a
// signature consists of its unrun nodes that depend, directly or indirectly, on no other unrun node of the signature.
// If all of them are ready, running them at once cannot be wrong: no order could put more of this signature into its
// next batch.
//
// For every node and signature, the class counts the arguments through which the node depends on an unrun node of the
// signature. A node is in the frontier while the count for its own signature is 0. Memory O(nodes × signatures); total
// time O(arguments × signatures).

class TypeFrontiers {
public:
    /// `nodes` are all nodes of one round (see OpGraph::rounds), in id order; none may have run. The graph and
    /// `consumers` must outlive this object.
    TypeFrontiers(const OpGraph& graph, const ConsumerIndex& consumers, std::span<const NodeId> nodes);

    /// The number of nodes in the signature's frontier.
    [[nodiscard]] std::size_t size(SignatureId signature) const { return m_sizes[signature]; }
    /// Records that the node ran; it must have been ready.
    void run(NodeId node);

private:
    [[nodiscard]] std::uint32_t& blockers(NodeId node, SignatureId signature) {
        return m_blockers[node.index() * m_signatures + signature.index()];
    }
    /// Called when `node` stops blocking `signature`: its consumers, and theirs in turn, may become free.
    void unblock(NodeId node, SignatureId signature);

    const OpGraph& m_graph;
    const ConsumerIndex& m_consumers;
    std::size_t m_signatures;
    std::uint32_t m_round;
    std::vector<std::uint32_t> m_blockers;
    IdVector<SignatureId, std::size_t> m_sizes;
    std::vector<NodeId> m_work;
};

class Frontier {
public:
    /// `levels` are by NodeId and increase along every edge. Both arguments must outlive this object.
    Frontier(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels);

    /// The ready signatures in id order, with counts; scores are 0.
    [[nodiscard]] std::vector<Candidate> candidates() const;
    /// The first node that has not run, by round, then in order of creation; invalid if all have run.
    [[nodiscard]] NodeId nextCreated() const;
    [[nodiscard]] std::uint32_t readyCount(SignatureId signature) const { return m_ready[signature]; }
    /// Mean level over all nodes of the signature in the open round, whether they ran or not.
    [[nodiscard]] double meanLevel(SignatureId signature) const { return m_meanLevel[signature]; }
    /// Mean level over the nodes of the signature in the open round that have not run; 0 if all have run.
    [[nodiscard]] double meanRemainingLevel(SignatureId signature) const;
    /// The lowest level of the open round on which all nodes of the signature are ready; nullopt if there is none.
    [[nodiscard]] std::optional<std::uint32_t> lowestCompleteLevel(SignatureId signature) const;
    /// See TypeFrontiers::size(). In each round, the first call must precede the first run.
    [[nodiscard]] std::size_t typeFrontier(SignatureId signature) const;
    [[nodiscard]] bool hasRun(NodeId node) const { return m_states[node].pending == kRan; }
    [[nodiscard]] const OpGraph& graph() const { return m_graph; }
    /// True if the node has not run, all its arguments have run, and its round is open.
    [[nodiscard]] bool isReady(NodeId node) const {
        return m_states[node].pending == 0 && m_graph.roundOf(node) == m_round;
    }

    /// Takes all ready nodes of a signature, only those on `level` if it is set. Returns them in id order.
    [[nodiscard]] std::vector<NodeId> takeAll(SignatureId signature, std::optional<std::uint32_t> level);
    /// Takes one ready node of the signature: on the lowest level that has any, the first that became ready.
    [[nodiscard]] NodeId takeOne(SignatureId signature);
    void takeNode(NodeId node);
    /// Updates readiness after the nodes `ran` have run: their consumers may become ready, and the next round may open.
    void release(std::span<const NodeId> ran);

private:
    using Heap = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

    static constexpr std::uint32_t kRan = 0xFFFFFFFF;
    static constexpr std::uint32_t kNoUse = 0xFFFFFFFF;

    struct State {                       // per node: fields that are read together
        std::uint32_t pending = 0;       // uses of nodes that have not run, or kRan
        std::uint32_t firstUse = kNoUse; // first use of this node: index into m_uses
        std::uint32_t group = 0;         // index into m_groups, once its round is open
    };
    struct Use { // adjacent arguments of a call that name the same node are one use
        NodeId user;
        std::uint32_t next = kNoUse; // next use of the same node; its user's id is not smaller
    };
    struct Group { // nodes of one signature on one level
        SignatureId signature;
        std::uint32_t level = 0;
        std::uint32_t waiting = 0; // nodes that are not ready
        std::uint32_t ran = 0;     // nodes that have run
        // Range in m_readyNodes, which has room for all nodes of the group: the nodes from head to tail are ready, but
        // some may have run since (takeNode).
        std::uint32_t head = 0;
        std::uint32_t tail = 0;
    };
    void linkUses();
    void orderByRound();
    [[nodiscard]] std::span<const NodeId> roundNodes() const;
    void openRound(std::uint32_t round);
    void buildGroups();
    void makeReady(NodeId node);
    /// Counts nodes of a group as run; the caller updates their states.
    void countRun(Group& group, std::uint32_t nodes);
    /// The lowest group of the signature that still holds a ready node; drops empty groups.
    [[nodiscard]] std::optional<std::uint32_t> lowestGroup(SignatureId signature) const;
    /// Null if the signature has no nodes on that level.
    [[nodiscard]] Group* groupAt(SignatureId signature, std::uint32_t level);
    void takeGroup(Group& group, std::vector<NodeId>& taken);

    const OpGraph& m_graph;
    const IdVector<NodeId, std::uint32_t>& m_levels;
    IdVector<NodeId, State> m_states;
    std::vector<Use> m_uses;
    mutable std::vector<Group> m_groups; // by signature, then level; lookups advance `head`
    std::vector<NodeId> m_readyNodes;    // nodes of the open round, by group
    IdVector<SignatureId, std::uint32_t> m_ready;
    IdVector<SignatureId, double> m_meanLevel;
    IdVector<SignatureId, double> m_levelSum; // sum over nodes that have not run
    IdVector<SignatureId, std::uint32_t> m_remaining;
    mutable IdVector<SignatureId, Heap> m_complete;     // groups that became complete, by level; cleaned up lazily
    mutable std::unique_ptr<ConsumerIndex> m_consumers; // for m_types
    mutable std::unique_ptr<TypeFrontiers> m_types;     // made on first use
    mutable IdVector<SignatureId, Heap> m_heaps;        // groups with ready nodes, by level; cleaned up lazily
    std::vector<NodeId> m_order;                        // by round, then creation
    std::vector<std::size_t> m_roundEnds;               // by round: end index in m_order
    std::uint32_t m_round = 0;                          // the open round
    std::size_t m_runInRound = 0;
    mutable std::size_t m_nextCreated = 0; // index into m_order
};

} // namespace batchscope
