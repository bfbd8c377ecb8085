// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the nodes that could run now, grouped the way policies ask for them. The Scheduler owns and changes a Frontier;
// a policy sees it through FrontierView, which cannot change anything.
//
// Cost: O(log levels) for a node that becomes ready, O(1) to take one; memory O(nodes + levels × signatures in use).
#pragma once

#include "core/schedule/schedule.h"

#include <optional>
#include <queue>
#include <vector>

namespace batchscope {

class Frontier {
public:
    explicit Frontier(const OpGraph& graph);

    /// Ready signatures in id order, with counts; score is left 0.
    [[nodiscard]] std::vector<Candidate> candidates() const;
    /// The next node in order of creation that has not run; invalid when all have.
    [[nodiscard]] NodeId nextCreated() const;
    [[nodiscard]] std::uint32_t readyCount(SignatureId signature) const { return m_ready[signature]; }
    /// Mean level over all nodes of the signature, whether they ran or not.
    [[nodiscard]] double meanLevel(SignatureId signature) const { return m_meanLevel[signature]; }
    [[nodiscard]] const OpGraph& graph() const { return m_graph; }
    /// All its arguments ran, and it did not.
    [[nodiscard]] bool isReady(NodeId node) const { return m_pending[node] == 0 && m_ran[node] == 0; }

    /// Takes all ready nodes of a signature, on one level only when `level` is given.
    [[nodiscard]] std::vector<NodeId> takeAll(SignatureId signature, std::optional<std::uint32_t> level);
    /// Takes the ready node of the signature that became ready first.
    [[nodiscard]] NodeId takeOne(SignatureId signature);
    void takeNode(NodeId node);
    /// After nodes ran: their consumers may become ready.
    void release(std::span<const NodeId> ran);

private:
    struct Group { // nodes of one signature on one level
        std::uint32_t level = 0;
        std::uint32_t head = 0;    // ready nodes before it are gone
        std::vector<NodeId> ready; // may hold nodes that ran meanwhile (takeNode)
    };
    void makeReady(NodeId node);
    /// The lowest group of the signature that still holds a ready node; drops emptied ones.
    [[nodiscard]] std::optional<std::uint32_t> lowestGroup(SignatureId signature) const;
    void takeGroup(Group& group, std::vector<NodeId>& taken);

    using Heap = std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>>;

    const OpGraph& m_graph;
    ConsumerIndex m_consumers;
    mutable std::vector<Group> m_groups; // `head` moves when looked at
    IdVector<NodeId, std::uint32_t> m_groupOf;
    IdVector<NodeId, std::uint32_t> m_pending; // argument edges not yet computed
    IdVector<NodeId, std::uint8_t> m_ran;
    IdVector<SignatureId, std::uint32_t> m_ready;
    IdVector<SignatureId, double> m_meanLevel;
    mutable IdVector<SignatureId, Heap> m_heaps; // groups with ready nodes, by level; cleaned when looked at
    mutable std::size_t m_nextCreated = 0;
};

} // namespace batchscope
