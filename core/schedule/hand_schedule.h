// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule made by hand: a person plays the policy and says, step by step, which of the ready signatures runs next.
// The same rules hold as for policies: a batch takes all ready nodes of its signature, an unbatchable op runs one node
// at a time, and values that are read early end a round (OpGraph::rounds).
#pragma once

#include "core/base/result.h"
#include "core/schedule/frontier.h"
#include "core/schedule/policy.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

class HandSchedule {
public:
    /// The graph outlives this. At most kMostHandNodes nodes: a hint plays the rest out several times.
    explicit HandSchedule(const OpGraph& graph);

    [[nodiscard]] const OpGraph& graph() const { return m_graph; }
    /// Ready signatures in id order, with counts; empty when all nodes have run.
    [[nodiscard]] std::vector<Candidate> ready() const { return m_frontier->candidates(); }
    [[nodiscard]] bool isDone() const { return m_nodes.size() == m_graph.size(); }
    [[nodiscard]] bool isReady(NodeId node) const { return m_frontier->isReady(node); }
    /// The batch in which a node ran; none if it has not run.
    [[nodiscard]] std::optional<BatchId> batchOf(NodeId node) const;

    [[nodiscard]] std::size_t batchCount() const { return m_picks.size(); }
    [[nodiscard]] SignatureId signatureOf(BatchId batch) const { return m_picks[batch.index()]; }
    [[nodiscard]] std::span<const NodeId> batch(BatchId batch) const;

    /// Runs all ready nodes of the signature as the next batch. A Schedule error where none is ready.
    Status run(SignatureId signature);
    /// Takes the last batch back; nothing without one.
    void undo();
    void restart();

    /// What to run next, as far as the policies know: the signature after which one of them needs the fewest batches.
    struct Hint {
        SignatureId signature;
        std::size_t batches = 0; ///< of the whole schedule, if it goes on like that
        std::string policy;      ///< that needs so few
    };
    /// None when all nodes have run. Of equal ones, the first signature.
    [[nodiscard]] std::optional<Hint> hint() const;

private:
    const OpGraph& m_graph;
    std::unique_ptr<Frontier> m_frontier;
    std::vector<SignatureId> m_picks;
    std::vector<std::size_t> m_ends; ///< of each batch in m_nodes
    std::vector<NodeId> m_nodes;     ///< that ran, in order
    IdVector<NodeId, BatchId> m_batches;
};

/// What a policy needs for the same graph.
struct PolicyScore {
    const Policy* policy = nullptr; ///< lives as long as the program
    std::size_t batches = 0;
};
/// Of all policies that are quick on this graph, the fewest batches first; of equal ones, in the order of the registry.
[[nodiscard]] std::vector<PolicyScore> policyScores(const OpGraph& graph);

inline constexpr std::size_t kMostHandNodes = 20'000;

} // namespace batchscope
