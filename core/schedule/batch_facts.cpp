// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_facts.h"

#include <algorithm>

namespace batchscope {

LevelRange levelsOf(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    const auto nodes = schedule.batch(batch);
    LevelRange range = {graph.levels[nodes.front()], graph.levels[nodes.front()]};
    for (const NodeId node : nodes) {
        range.lowest = std::min(range.lowest, graph.levels[node]);
        range.highest = std::max(range.highest, graph.levels[node]);
    }
    return range;
}

std::vector<OpSummary> opSummaries(const OpGraph& graph, const Schedule& schedule) {
    std::vector<OpSummary> summaries(graph.ops.ops.size());
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        OpSummary& summary = summaries[graph.signatures[schedule.batchSignatures[batch]].op.index()];
        summary.nodes += schedule.batchSize(batch);
        summary.batches += 1;
        summary.largestBatch = std::max(summary.largestBatch, schedule.batchSize(batch));
    }
    for (std::size_t op = 0; op < summaries.size(); ++op) {
        summaries[op].op = OpId(op);
        if (summaries[op].batches > 0) {
            summaries[op].meanBatchSize =
                static_cast<double>(summaries[op].nodes) / static_cast<double>(summaries[op].batches);
        }
    }
    std::erase_if(summaries, [](const OpSummary& summary) { return summary.batches == 0; });
    return summaries;
}

} // namespace batchscope
