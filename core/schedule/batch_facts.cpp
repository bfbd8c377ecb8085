// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/batch_facts.h"

#include <algorithm>

namespace batchscope {

BatchFacts batchFacts(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, BatchId batch) {
    const auto nodes = schedule.batch(batch);
    BatchFacts fact;
    fact.lowestLevel = graph.levels[nodes.front()];
    for (const NodeId node : nodes) {
        fact.lowestLevel = std::min(fact.lowestLevel, graph.levels[node]);
        fact.highestLevel = std::max(fact.highestLevel, graph.levels[node]);
    }
    for (const Operand& operand : plan.operandsOf(batch)) {
        fact.views += operand.kind == OperandKind::View ? 1U : 0U;
        fact.gathers += operand.kind == OperandKind::Gather ? 1U : 0U;
        fact.integers += operand.kind == OperandKind::Integers ? 1U : 0U;
        fact.shared += operand.kind == OperandKind::Shared ? 1U : 0U;
        fact.constants += operand.kind == OperandKind::Constants ? 1U : 0U;
        fact.bytesGathered += gatheredBytes(plan, operand);
    }
    return fact;
}

IdVector<BatchId, BatchFacts> batchFacts(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    IdVector<BatchId, BatchFacts> facts;
    facts.reserve(schedule.batchCount());
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        facts.push_back(batchFacts(graph, schedule, plan, BatchId(step)));
    }
    return facts;
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
