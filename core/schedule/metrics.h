// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a schedule, shared by the window and the command line.
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/batch_plan.h"
#include "core/schedule/schedule.h"

#include <cstddef>
#include <vector>

namespace batchscope {

struct ScheduleMetrics {
    std::size_t trees = 0;
    std::size_t nodes = 0;
    std::size_t levels = 0;
    std::size_t batches = 0;    ///< batches of the folded run; the regular run executes each node alone
    std::size_t lowerBound = 0; ///< no policy needs fewer batches; may not be attainable
    double meanBatchSize = 0.0;
    std::size_t medianBatchSize = 0; ///< the upper of the two middle sizes
    std::size_t largestBatch = 0;
    std::size_t launchesSaved = 0; ///< nodes - batches
    std::size_t syncPoints = 0;    ///< number of times values are read before the end
    std::size_t loomRows = 0;      ///< pass-through rows that TensorFlow Fold would add; see loomPassThroughRows()
    std::size_t rowsViewed = 0;
    std::size_t rowsShared = 0;
    std::size_t rowsConstant = 0;
    std::size_t rowsGathered = 0;
    std::size_t bytesGathered = 0;
    std::size_t stateBytes = 0;
};

/// True if values are read before this step (a sync point), so that none of its nodes could have run earlier.
[[nodiscard]] bool readsValuesFirst(const Schedule& schedule, BatchId batch);

/// The nodes whose values are read before this step: requested outputs of the previous round; empty if none are.
[[nodiscard]] std::vector<NodeId> nodesReadFirst(const OpGraph& graph, const Schedule& schedule, BatchId batch);

[[nodiscard]] ScheduleMetrics metricsOf(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);

// The rows that TensorFlow Fold's engine (Loom; Looks et al. 2017) would add to this graph. Loom runs level by level
// and passes values only to the next level, so a value that is needed later is carried along by pass-through rows, one
// per level, and every requested value is carried to the last level.

/// Pass-through rows over all nodes; the outputs of one node travel together, as one row. O(nodes + arguments).
[[nodiscard]] std::size_t loomPassThroughRows(const OpGraph& graph);

// The figures of one batch and of one op that tables and plots show, in addition to the totals of ScheduleMetrics.

struct LevelRange {
    std::uint32_t lowest = 0;
    std::uint32_t highest = 0;
};

/// The lowest and the highest level of the batch's nodes.
[[nodiscard]] LevelRange levelsOf(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// How a schedule batched one op.
struct OpSummary {
    OpId op;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    std::size_t largestBatch = 0;
    double meanBatchSize = 0.0;
};

/// The ops that run at least once, by OpId.
[[nodiscard]] std::vector<OpSummary> opSummaries(const OpGraph& graph, const Schedule& schedule);

// Lower bound on the number of batches of any schedule; the gap to it limits what a better policy could gain. It is a
// sum over signatures (ED-Batch, ICML 2023): the largest number of the signature's nodes on one path or, if its op
// cannot be batched, of its nodes. The bound may not be attainable. If values are read early (OpGraph::rounds), no
// batch spans two rounds, so chains are counted within each round.

struct LowerBound {
    std::size_t batches = 0;
    IdVector<SignatureId, std::size_t> bySignature;
};

/// Time O(signatures × (nodes + arguments)).
[[nodiscard]] LowerBound lowerBound(const OpGraph& graph);

/// A longest chain of nodes of the signature, each of which depends on the previous one: no schedule runs two of them
/// together. With rounds, the longest chains of all rounds, one after another. Time O(nodes + arguments).
[[nodiscard]] std::vector<NodeId> longestChain(const OpGraph& graph, SignatureId signature);

} // namespace batchscope
