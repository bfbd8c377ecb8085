// SPDX-License-Identifier: GPL-3.0-or-later
//
// The result of a policy on a graph: which nodes run together, in which order, and why. It is a value: nothing here
// runs, and several schedules of one graph can exist side by side.
//
// Batch ids count from 0 in order of execution; a batch's id is also its step. A node's place in its batch is its row:
// id order as a policy makes it, another after row_order.h. Invariants are checked by validate.h.
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
    std::uint32_t ready = 0;       ///< nodes of it that could run now
    std::uint32_t lowestLevel = 0; ///< lowest level among those
    double score = 0.0;            ///< what the policy minimizes, or maximizes; see PolicyTraits::scoreName
};

/// Why a batch was chosen.
enum class Reason : std::uint8_t {
    CreationOrder, ///< the next node in order of creation, alone
    LowestLevel,   ///< lowest level with work left; then lowest signature id
    LowestScore,   ///< the policy's score was lowest
    TieCheapOp,    ///< equal score; an op without product goes first
    TieFirstSeen,  ///< equal score; the signature that appeared first
    Unbatchable,   ///< the op cannot batch and was ready: it runs alone, at once
    CompleteGroup, ///< all its nodes of one level are ready, and its score was lowest of such groups
    WholeFrontier, ///< no node of its signature must wait for another signature first: it cannot be wrong
    HighestShare,  ///< the largest share of its signature's frontier was ready
    Learned,       ///< the learned table values it highest of what is ready
    AsGiven,       ///< the schedule was given as it is (given_schedule.h)
    OwnRule,       ///< as only this policy chooses; PolicyTraits::ownReason says it
    OnlyCandidate, ///< nothing else was ready
};

/// A decision and what it saw; `candidates` are stored in the schedule.
struct Decision {
    Reason reason = Reason::OnlyCandidate;
    std::span<const Candidate> candidates;
};

/// How many nodes a batch may hold; which launches may be shared follows from it (core/plan/launching.h).
enum class BatchRule : std::uint8_t {
    Grouped,  ///< nodes of one signature together
    OneByOne, ///< every node alone, the baseline that batching is measured against
};

struct Schedule {
    std::string policy;
    BatchRule rule = BatchRule::Grouped; ///< the policy's
    std::string scoreName;               ///< meaning of Candidate::score, for example "mean level"
    IdVector<BatchId, SignatureId> batchSignatures;
    std::vector<std::uint32_t> batchOffsets; ///< batches + 1 entries into `nodes`
    std::vector<NodeId> nodes;
    IdVector<NodeId, Place> places;
    IdVector<BatchId, Reason> reasons;
    std::vector<std::uint32_t> candidateOffsets; ///< batches + 1 entries into `candidates`
    std::vector<Candidate> candidates;
    std::vector<BatchId> syncPoints; ///< batches before which values are read; see OpGraph::rounds

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

/// The schedule as text, one line a step: `step  op ×N`. Equal text for equal input; goldens are made of it.
[[nodiscard]] std::string scheduleText(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
