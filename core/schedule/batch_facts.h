// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of one batch and of one op that tables and plots show, in addition to the totals of metrics.h.
#pragma once

#include "core/schedule/batch_plan.h"

#include <vector>

namespace batchscope {

struct BatchFacts {
    std::uint32_t lowestLevel = 0;
    std::uint32_t highestLevel = 0;
    std::uint32_t views = 0;     ///< operands that are not copied
    std::uint32_t gathers = 0;   ///< operands that one index-select brings together
    std::uint32_t integers = 0;  ///< operands of integers
    std::uint32_t shared = 0;    ///< operands of one row for the whole batch
    std::uint32_t constants = 0; ///< operands of numbers that came with the calls
    std::size_t bytesGathered = 0;
};

/// By BatchId. Time O(nodes + operands).
[[nodiscard]] IdVector<BatchId, BatchFacts> batchFacts(const OpGraph& graph, const Schedule& schedule,
                                                       const BatchPlan& plan);

/// The same of one batch.
[[nodiscard]] BatchFacts batchFacts(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                    BatchId batch);

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

} // namespace batchscope
