// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a policy on a graph: which nodes run together, in which order, and why. It is a value: nothing here
// runs, and several schedules of one graph can exist side by side.
//
// Batch ids count from 0 in order of execution; a batch's id is also its step. A node's position in its batch is its
// row: policies order rows by id, row_order.h may reorder them. Invariants are checked by validate.h.
#pragma once

#include "core/graph/op_graph.h"

#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// Where a node runs: row `row` of batch `batch`.
struct Place {
    BatchId batch;
    std::uint32_t row = 0;
};

/// One signature that was ready when a decision was made.
struct Candidate {
    SignatureId signature;
    std::uint32_t ready = 0;       ///< its nodes that could run now
    std::uint32_t lowestLevel = 0; ///< lowest level of those nodes
    double score = 0.0;            ///< minimized or maximized by the policy; see PolicyTraits::scoreName
};

/// Why a batch was chosen.
enum class Reason : std::uint8_t {
    CreationOrder, ///< the next node in order of creation, alone
    LowestLevel,   ///< the only signature on the lowest level that still has work
    LowestScore,   ///< the policy's score was lowest
    TieCheapOp,    ///< equal score; an op without a product goes first
    TieFirstSeen,  ///< equal score; the signature that appeared first goes first
    Unbatchable,   ///< the op cannot be batched and was ready: it runs alone, at once
    CompleteGroup, ///< all its nodes of one level were ready, and its score was the lowest of all such groups
    WholeFrontier, ///< the whole frontier of its signature was ready: running it cannot be wrong (frontier.h)
    HighestShare,  ///< the largest share of its signature's frontier was ready
    Learned,       ///< the learned table gives it the highest value of all ready signatures
    AsGiven,       ///< taken from a given schedule (given_schedule.h)
    OwnRule,       ///< a rule of this policy only; see PolicyTraits::ownReason
    OnlyCandidate, ///< no other signature was ready
};

/// A decision and the candidates it was based on, which the schedule stores.
struct Decision {
    Reason reason = Reason::OnlyCandidate;
    std::span<const Candidate> candidates;
};

/// How many nodes a batch may hold; it determines which launches may be shared (core/plan/launches.h).
enum class BatchRule : std::uint8_t {
    Grouped,  ///< nodes of one signature together
    OneByOne, ///< every node alone, the baseline that batching is measured against
};

struct Schedule {
    std::string policy;
    BatchRule rule = BatchRule::Grouped; ///< rule of the policy
    std::string scoreName;               ///< meaning of Candidate::score, for example "mean level"
    IdVector<BatchId, SignatureId> batchSignatures;
    std::vector<std::uint32_t> batchOffsets; ///< batches + 1 indices into `nodes`
    std::vector<NodeId> nodes;
    IdVector<NodeId, Place> places;
    IdVector<BatchId, Reason> reasons;
    std::vector<std::uint32_t> candidateOffsets; ///< batches + 1 indices into `candidates`
    std::vector<Candidate> candidates;
    std::vector<BatchId> syncPoints; ///< batches before which values are read, ascending; see OpGraph::rounds

    [[nodiscard]] std::size_t batchCount() const { return batchSignatures.size(); }
    [[nodiscard]] std::span<const NodeId> batch(BatchId id) const {
        return std::span(nodes).subspan(batchOffsets[id.index()], batchSize(id));
    }
    [[nodiscard]] std::size_t batchSize(BatchId id) const {
        return batchOffsets[id.index() + 1] - batchOffsets[id.index()];
    }
    [[nodiscard]] Decision decision(BatchId id) const {
        const std::uint32_t begin = candidateOffsets[id.index()];
        return {reasons[id], std::span(candidates).subspan(begin, candidateOffsets[id.index() + 1] - begin)};
    }
};

/// The schedule as text, for golden files: a heading, then one line per step, `step  op ×N`.
[[nodiscard]] std::string scheduleText(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
