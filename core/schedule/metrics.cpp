// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/metrics.h"

#include "core/schedule/loom.h"
#include "core/schedule/lower_bound.h"

#include <algorithm>

namespace batchscope {

bool readsValuesFirst(const Schedule& schedule, BatchId batch) {
    return std::binary_search(schedule.syncPoints.begin(), schedule.syncPoints.end(), batch);
}

std::vector<NodeId> nodesReadFirst(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    std::vector<NodeId> nodes;
    if (!readsValuesFirst(schedule, batch)) {
        return nodes;
    }
    const std::uint32_t round = graph.roundOf(schedule.batch(batch).front());
    for (const Value& value : graph.outputs) {
        if (graph.roundOf(value.node) + 1 == round && (nodes.empty() || nodes.back() != value.node)) {
            nodes.push_back(value.node);
        }
    }
    return nodes;
}

ScheduleMetrics metricsOf(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan) {
    std::vector<std::size_t> sizes;
    sizes.reserve(schedule.batchCount());
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        sizes.push_back(schedule.batchSize(BatchId(step)));
    }
    std::sort(sizes.begin(), sizes.end());
    ScheduleMetrics metrics;
    metrics.trees = graph.trees;
    metrics.nodes = graph.size();
    metrics.levels = graph.levelCount();
    metrics.batches = schedule.batchCount();
    metrics.lowerBound = lowerBound(graph).batches;
    if (!sizes.empty()) {
        metrics.meanBatchSize = static_cast<double>(graph.size()) / static_cast<double>(sizes.size());
        metrics.medianBatchSize = sizes[sizes.size() / 2];
        metrics.largestBatch = sizes.back();
    }
    metrics.launchesSaved = graph.size() - schedule.batchCount();
    metrics.syncPoints = schedule.syncPoints.size();
    metrics.loomRows = loomPassThroughRows(graph);
    metrics.rowsViewed = plan.rowsViewed;
    metrics.rowsShared = plan.rowsShared;
    metrics.rowsConstant = plan.rowsConstant;
    metrics.rowsGathered = plan.rowsGathered;
    metrics.bytesGathered = plan.bytesGathered;
    metrics.stateBytes = plan.stateBytes();
    return metrics;
}

} // namespace batchscope
