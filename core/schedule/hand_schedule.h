// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule made by hand: the user plays the policy and chooses, step by step, which of the ready signatures runs
// next. The rules are those of policies: a batch takes all ready nodes of its signature, an unbatchable op runs one
// node at a time, and values that are read early end a round (OpGraph::rounds).
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
    /// The graph must outlive this object and have at most kMostHandNodes nodes, because hints try several schedules.
    explicit HandSchedule(const OpGraph& graph);

    [[nodiscard]] const OpGraph& graph() const { return m_graph; }
    /// Ready signatures in id order, with counts; empty when all nodes have run.
    [[nodiscard]] std::vector<Candidate> ready() const { return m_frontier->candidates(); }
    [[nodiscard]] bool isDone() const { return m_nodes.size() == m_graph.size(); }
    [[nodiscard]] bool isReady(NodeId node) const { return m_frontier->isReady(node); }
    /// The batch in which a node ran; nullopt if it has not run.
    [[nodiscard]] std::optional<BatchId> batchOf(NodeId node) const;

    [[nodiscard]] std::size_t batchCount() const { return m_picks.size(); }
    [[nodiscard]] SignatureId signatureOf(BatchId batch) const { return m_picks[batch.index()]; }
    [[nodiscard]] std::span<const NodeId> batch(BatchId batch) const;

    /// Runs all ready nodes of the signature as the next batch. Schedule error if none is ready.
    Status run(SignatureId signature);
    /// Undoes the last batch, if there is one.
    void undo();
    void restart();

    /// A suggestion for the next batch: the signature after which one of a few policies needs the fewest batches.
    struct Hint {
        SignatureId signature;
        std::size_t batches = 0; ///< batches in total if that policy continues
        std::string policy;      ///< name of that policy
    };
    /// Nullopt if all nodes have run. At ties, the first signature.
    [[nodiscard]] std::optional<Hint> hint() const;

private:
    const OpGraph& m_graph;
    std::unique_ptr<Frontier> m_frontier;
    std::vector<SignatureId> m_picks;
    std::vector<std::size_t> m_ends; ///< end of each batch in m_nodes
    std::vector<NodeId> m_nodes;     ///< nodes that have run, in order
    IdVector<NodeId, BatchId> m_batches;
};

/// The number of batches that a policy needs for a graph.
struct PolicyScore {
    const Policy* policy = nullptr; ///< lives as long as the program
    std::size_t batches = 0;
};
/// The scores of all policies that accept this graph and are quick on it, fewest batches first; ties as in policies().
[[nodiscard]] std::vector<PolicyScore> policyScores(const OpGraph& graph);

inline constexpr std::size_t kMostHandNodes = 20'000;

} // namespace batchscope
