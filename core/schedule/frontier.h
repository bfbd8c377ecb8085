// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes that are ready to run, grouped the way policies ask for them. The scheduler owns and changes the Frontier;
// policies see it as const.
//
// Where values are read early (OpGraph::rounds), only one round is open: nodes of later rounds do not exist yet for a
// policy, because their calls are made after the read. The next round opens when all nodes of one have run.
//
// Cost: O(log levels) for a group that becomes ready, O(1) for a node of it and to take one; memory O(nodes + arguments
// + levels × signatures in use), and O(nodes × signatures) once a policy asks for type frontiers.
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <memory>
#include <optional>
#include <queue>
#include <vector>

namespace batchscope {

// Counts the frontier of each signature, for the sufficient condition of ED-Batch (ICML 2023). Take the nodes of one
// signature alone, each linked to the nearest nodes of the same signature that it depends on, through any others. The
// frontier consists of those that have not run and wait for no other of them. When all of them are ready, running them
// at once cannot be wrong: no order could put more of this signature into its next batch.
//
// A node is in the frontier of its signature t exactly if no node of t that has not run is among its ancestors, which
// is kept up to date by counting, for every node and signature, the arguments through which such an ancestor is
// reached. Memory O(nodes × signatures); total time O(arguments × signatures).

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

class Frontier {
public:
    /// `levels`: by NodeId, rising along every edge; groups and Candidate::lowestLevel are counted in them.
    Frontier(const OpGraph& graph, const IdVector<NodeId, std::uint32_t>& levels);

    /// Ready signatures in id order, with counts; score is left 0.
    [[nodiscard]] std::vector<Candidate> candidates() const;
    /// The next node in order of creation that has not run; invalid when all have.
    [[nodiscard]] NodeId nextCreated() const;
    [[nodiscard]] std::uint32_t readyCount(SignatureId signature) const { return m_ready[signature]; }
    /// Mean level over all nodes of the signature in the open round, whether they ran or not.
    [[nodiscard]] double meanLevel(SignatureId signature) const { return m_meanLevel[signature]; }
    /// The same over the nodes that have not run; 0 when all have.
    [[nodiscard]] double meanRemainingLevel(SignatureId signature) const;
    /// The lowest level on which all nodes of the signature are ready and none has run.
    [[nodiscard]] std::optional<std::uint32_t> lowestCompleteLevel(SignatureId signature) const;
    /// Nodes of the signature that have not run and wait for no other node of it; see frontier.h.
    [[nodiscard]] std::size_t typeFrontier(SignatureId signature) const;
    [[nodiscard]] bool hasRun(NodeId node) const { return m_states[node].pending == kRan; }
    [[nodiscard]] const OpGraph& graph() const { return m_graph; }
    /// All its arguments ran, its round is open, and it did not run.
    [[nodiscard]] bool isReady(NodeId node) const {
        return m_states[node].pending == 0 && m_graph.roundOf(node) == m_round;
    }

    /// Takes all ready nodes of a signature, on one level only when `level` is given.
    [[nodiscard]] std::vector<NodeId> takeAll(SignatureId signature, std::optional<std::uint32_t> level);
    /// Takes the ready node of the signature that became ready first.
    [[nodiscard]] NodeId takeOne(SignatureId signature);
    void takeNode(NodeId node);
    /// After nodes ran: their consumers may become ready, and the next round may open.
    void release(std::span<const NodeId> ran);

private:
    using Heap = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

    static constexpr std::uint32_t kRan = 0xFFFFFFFF;
    static constexpr std::uint32_t kNoUse = 0xFFFFFFFF;

    struct State {                       // of a node: what is asked for together is stored together
        std::uint32_t pending = 0;       // uses of other nodes that have not run, or kRan
        std::uint32_t firstUse = kNoUse; // of it: entry in m_uses
        std::uint32_t group = 0;         // once its round is open
    };
    struct Use { // neighboring arguments of a call that name one node are one use
        NodeId user;
        std::uint32_t next = kNoUse; // of the same node, by a user with a larger or the same id
    };
    struct Group { // nodes of one signature on one level
        SignatureId signature;
        std::uint32_t level = 0;
        std::uint32_t waiting = 0; // nodes of it that are not ready
        std::uint32_t ran = 0;     // nodes of it that ran
        // Entries of m_readyNodes, which has room for all nodes of the group: those from head to tail are ready, but
        // some may have run meanwhile (takeNode).
        std::uint32_t head = 0;
        std::uint32_t tail = 0;
    };
    void linkUses();
    void orderByRound();
    [[nodiscard]] std::span<const NodeId> roundNodes() const;
    void openRound(std::uint32_t round);
    void buildGroups();
    void makeReady(NodeId node);
    /// Counts nodes of a group that ran; their states are the caller's.
    void countRun(Group& group, std::uint32_t nodes);
    /// The lowest group of the signature that still holds a ready node; drops emptied ones.
    [[nodiscard]] std::optional<std::uint32_t> lowestGroup(SignatureId signature) const;
    /// Null when the signature has no nodes on that level.
    [[nodiscard]] Group* groupAt(SignatureId signature, std::uint32_t level);
    void takeGroup(Group& group, std::vector<NodeId>& taken);

    const OpGraph& m_graph;
    const IdVector<NodeId, std::uint32_t>& m_levels;
    IdVector<NodeId, State> m_states;
    std::vector<Use> m_uses;
    mutable std::vector<Group> m_groups; // by signature, then level; `head` moves when looked at
    std::vector<NodeId> m_readyNodes;    // of the open round, by group
    IdVector<SignatureId, std::uint32_t> m_ready;
    IdVector<SignatureId, double> m_meanLevel;
    IdVector<SignatureId, double> m_levelSum; // over nodes that have not run
    IdVector<SignatureId, std::uint32_t> m_remaining;
    mutable IdVector<SignatureId, Heap> m_complete;     // groups that were complete, by level; cleaned when looked at
    mutable std::unique_ptr<ConsumerIndex> m_consumers; // for m_types
    mutable std::unique_ptr<TypeFrontiers> m_types;     // made when first asked for
    mutable IdVector<SignatureId, Heap> m_heaps;        // groups with ready nodes, by level; cleaned when looked at
    std::vector<NodeId> m_order;                        // by round, then creation
    std::vector<std::size_t> m_roundEnds;               // by round: entries into m_order
    std::uint32_t m_round = 0;                          // the open one
    std::size_t m_runInRound = 0;
    mutable std::size_t m_nextCreated = 0; // entry in m_order
};

} // namespace batchscope
