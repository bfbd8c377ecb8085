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
    std::size_t batches = 0;    ///< of the folded run; regular runs each node alone
    std::size_t lowerBound = 0; ///< no policy needs fewer batches; may not be attainable
    double meanBatchSize = 0.0;
    std::size_t medianBatchSize = 0; ///< the upper of two middles
    std::size_t largestBatch = 0;
    std::size_t launchesSaved = 0; ///< nodes - batches
    std::size_t syncPoints = 0;    ///< times that values are read before the end
    std::size_t loomRows = 0;      ///< pass-through rows that TensorFlow Fold would add; see metrics.h
    std::size_t rowsViewed = 0;
    std::size_t rowsShared = 0;
    std::size_t rowsConstant = 0;
    std::size_t rowsGathered = 0;
    std::size_t bytesGathered = 0;
    std::size_t stateBytes = 0;
};

/// Whether values are read before this step (a sync point), so that nothing later could have run earlier.
[[nodiscard]] bool readsValuesFirst(const Schedule& schedule, BatchId batch);

/// Of which nodes they are: the requested values of the round before. Empty without a sync point before this step.
[[nodiscard]] std::vector<NodeId> nodesReadFirst(const OpGraph& graph, const Schedule& schedule, BatchId batch);

[[nodiscard]] ScheduleMetrics metricsOf(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan);

// The rows that TensorFlow Fold's engine (Loom; Looks et al. 2017) would add to this graph. Loom runs level by level
// and passes values only to the next level, so a value that is needed later is carried along by pass-through rows, one
// per level, and every requested value is carried to the last level. No other tool shows this cost.

/// Pass-through rows over all nodes; the outputs of one node travel together, as one row. O(nodes + arguments).
[[nodiscard]] std::size_t loomPassThroughRows(const OpGraph& graph);

// The figures of one batch and of one op that tables and plots show, in addition to the totals of metrics.h.

struct LevelRange {
    std::uint32_t lowest = 0;
    std::uint32_t highest = 0;
};

/// The lowest and the highest level of the batch's nodes.
[[nodiscard]] LevelRange levelsOf(const OpGraph& graph, const Schedule& schedule, BatchId batch);

/// What a schedule made of one op.
struct OpSummary {
    OpId op;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    std::size_t largestBatch = 0;
    double meanBatchSize = 0.0;
};

/// Ops that run at least once, by OpId.
[[nodiscard]] std::vector<OpSummary> opSummaries(const OpGraph& graph, const Schedule& schedule);

// Lower bound on the number of batches of any schedule; the gap to it limits what a better policy could gain. It is the
// sum, over signatures, of the longest chain counting only nodes of that signature, plus one for each unbatchable node
// (ED-Batch, ICML 2023). The bound may not be attainable. Where values are read early (OpGraph::rounds), no batch spans
// two rounds, so chains are counted within each round.

struct LowerBound {
    std::size_t batches = 0;
    IdVector<SignatureId, std::size_t> bySignature;
};

/// Time O(signatures × (nodes + arguments)).
[[nodiscard]] LowerBound lowerBound(const OpGraph& graph);

/// Nodes of the signature each of which needs the one before it, as many as can be: no schedule runs two of them
/// together. With rounds, the longest chain of each, one after the other. Time O(nodes + arguments).
[[nodiscard]] std::vector<NodeId> longestChain(const OpGraph& graph, SignatureId signature);

} // namespace batchscope
