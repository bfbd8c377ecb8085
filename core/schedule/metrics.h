// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a schedule, shared by the window and the command line.
#pragma once

#include "core/schedule/batch_plan.h"

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
    std::size_t loomRows = 0;      ///< pass-through rows that TensorFlow Fold would add; see loom.h
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

} // namespace batchscope
