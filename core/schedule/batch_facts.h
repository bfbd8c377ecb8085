// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of one batch and of one op that tables and plots show, in addition to the totals of metrics.h.
#pragma once

#include "core/schedule/schedule.h"

#include <vector>

namespace batchscope {

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

} // namespace batchscope
