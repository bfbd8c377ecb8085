// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/metrics.h"

#include <algorithm>
#include <numeric>

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

std::size_t loomPassThroughRows(const OpGraph& graph) {
    IdVector<NodeId, std::uint32_t> neededAt; // the last level that reads the node's values
    neededAt.reserve(graph.size());
    for (const std::uint32_t level : graph.levels) {
        neededAt.push_back(level + 1);
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                std::uint32_t& level = neededAt[argument.node()];
                level = std::max(level, graph.levels[NodeId(index)]);
            }
        }
    }
    const auto afterTheLast = static_cast<std::uint32_t>(graph.levelCount());
    for (const Value& value : graph.outputs) {
        neededAt[value.node] = afterTheLast;
    }
    std::size_t rows = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        rows += neededAt[NodeId(index)] - graph.levels[NodeId(index)] - 1;
    }
    return rows;
}

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

namespace {

/// Sets `chain`, by node: the largest number of nodes of the signature on a path that ends there, within one round.
void measureChains(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain) {
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        const std::uint32_t round = graph.roundOf(node);
        std::uint32_t before = 0;
        for (const Argument& argument : graph.argumentsOf(node)) {
            if (argument.isValue() && graph.roundOf(argument.node()) == round) {
                before = std::max(before, chain[argument.node().index()]);
            }
        }
        chain[index] = before + (graph.nodeSignatures[node] == signature ? 1 : 0);
    }
}

/// The sum over rounds of the longest chain of the signature.
std::size_t longestChains(const OpGraph& graph, SignatureId signature, std::vector<std::uint32_t>& chain,
                          std::vector<std::uint32_t>& longest) {
    measureChains(graph, signature, chain);
    std::fill(longest.begin(), longest.end(), 0);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        std::uint32_t& most = longest[graph.roundOf(NodeId(index))];
        most = std::max(most, chain[index]);
    }
    return std::accumulate(longest.begin(), longest.end(), std::size_t{0});
}

} // namespace

LowerBound lowerBound(const OpGraph& graph) {
    LowerBound bound;
    bound.bySignature.resize(graph.signatures.size(), 0);
    std::vector<std::uint32_t> chain(graph.size());
    std::vector<std::uint32_t> longest(graph.roundCount());
    for (std::size_t index = 0; index < graph.signatures.size(); ++index) {
        const SignatureId signature(index);
        if (graph.opOf(signature).batchable == Batchable::Yes) {
            bound.bySignature[signature] = longestChains(graph, signature, chain, longest);
        }
    }
    for (const SignatureId signature : graph.nodeSignatures) {
        bound.bySignature[signature] += graph.opOf(signature).batchable == Batchable::No ? 1 : 0;
    }
    for (const std::size_t batches : bound.bySignature) {
        bound.batches += batches;
    }
    return bound;
}

std::vector<NodeId> longestChain(const OpGraph& graph, SignatureId signature) {
    std::vector<std::uint32_t> chain(graph.size());
    measureChains(graph, signature, chain);
    std::vector<NodeId> ends(graph.roundCount()); // end of the chain, by round
    for (std::size_t index = 0; index < graph.size(); ++index) {
        NodeId& end = ends[graph.roundOf(NodeId(index))];
        const bool isOne = graph.nodeSignatures[NodeId(index)] == signature;
        if (isOne && (!end.valid() || chain[index] > chain[end.index()])) {
            end = NodeId(index);
        }
    }
    std::reverse(ends.begin(), ends.end()); // last round first, because chains are walked backward
    std::vector<NodeId> nodes;
    for (const NodeId end : ends) {
        for (NodeId node = end; node.valid();) {
            if (graph.nodeSignatures[node] == signature) {
                nodes.push_back(node);
            }
            const std::uint32_t before = chain[node.index()] - (graph.nodeSignatures[node] == signature ? 1 : 0);
            NodeId next;
            for (const Argument& argument : graph.argumentsOf(node)) {
                const bool leads = before > 0 && argument.isValue() && chain[argument.node().index()] == before &&
                                   graph.roundOf(argument.node()) == graph.roundOf(node);
                if (leads && !next.valid()) {
                    next = argument.node();
                }
            }
            node = next;
        }
    }
    std::reverse(nodes.begin(), nodes.end());
    return nodes;
}

} // namespace batchscope
