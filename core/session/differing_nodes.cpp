// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/differing_nodes.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace batchscope {

namespace {

/// Counts and numbers as text; `allNodes` and `allBatches` with their nouns.
struct DifferingWords {
    std::string_view nodes;
    std::string_view allNodes;
    std::string_view batches;
    std::string_view allBatches;
    std::string_view firstBatch;
    std::string_view op; ///< of that batch
    std::string_view size;
};

/// "12 of 264 nodes, in 3 of 21 batches, from batch 5 (children ×4) on".
std::string nodesThatDiffer(const DifferingWords& differing) {
    return fmt::format("{} of {}, in {} of {}, from batch {} ({} ×{}) on", differing.nodes, differing.allNodes,
                       differing.batches, differing.allBatches, differing.firstBatch, differing.op, differing.size);
}

/// By BatchId, how many of the nodes run there.
std::vector<std::uint32_t> countedInBatches(const Schedule& schedule, std::span<const NodeId> nodes) {
    std::vector<std::uint32_t> counts(schedule.batchCount());
    for (const NodeId node : nodes) {
        ++counts[schedule.places[node].batch.index()];
    }
    return counts;
}

BatchId firstIn(const std::vector<std::uint32_t>& counts) {
    const auto first = std::find_if(counts.begin(), counts.end(), [](std::uint32_t count) { return count > 0; });
    return first == counts.end() ? BatchId() : BatchId(static_cast<std::size_t>(first - counts.begin()));
}

} // namespace

bool DifferingNodes::contains(NodeId node) const {
    return std::binary_search(nodes.begin(), nodes.end(), node);
}

DifferingNodes differingNodes(const Snapshot& snapshot) {
    DifferingNodes found;
    if (!snapshot.report || !snapshot.report->equality) {
        return found;
    }
    const EqualityReport& values = *snapshot.report->equality;
    const EqualityReport none;
    const EqualityReport& gradients = snapshot.report->gradients ? snapshot.report->gradients->values : none;
    std::set_union(values.differing.begin(), values.differing.end(), gradients.differing.begin(),
                   gradients.differing.end(), std::back_inserter(found.nodes));
    if (values.firstDivergence) {
        found.first = values.firstDivergence->node;
    } else if (gradients.firstDivergence) {
        found.first = gradients.firstDivergence->node;
    }
    if (snapshot.schedule && !found.nodes.empty() && found.nodes.back().index() < snapshot.schedule->places.size()) {
        found.inBatches = countedInBatches(*snapshot.schedule, found.nodes);
        found.firstBatch = firstIn(found.inBatches);
    }
    return found;
}

std::string differsText(const Snapshot& snapshot, NodeId node) {
    const RunReport* const report = snapshot.report.get();
    if (report == nullptr || !report->equality) {
        return {};
    }
    const auto has = [node](const EqualityReport& equality) {
        return std::binary_search(equality.differing.begin(), equality.differing.end(), node);
    };
    const auto isFirst = [node](const EqualityReport& equality) {
        return equality.firstDivergence && equality.firstDivergence->node == node;
    };
    if (has(*report->equality)) {
        return std::string(isFirst(*report->equality) ? "the first node whose value differs from that of regular"
                                                      : "its value differs from that of regular");
    }
    const bool hasGradient = report->gradients && has(report->gradients->values);
    return hasGradient
               ? std::string(isFirst(report->gradients->values) ? "the first node, in the order of the backward pass, "
                                                                  "whose gradient differs from that of regular"
                                                                : "its gradient differs from that of regular")
               : std::string();
}

std::string differingText(const OpGraph& graph, const Schedule& schedule, std::span<const NodeId> nodes) {
    if (nodes.empty()) {
        return {};
    }
    const std::vector<std::uint32_t> counts = countedInBatches(schedule, nodes);
    const auto steps =
        counts.size() - static_cast<std::size_t>(std::count(counts.begin(), counts.end(), std::uint32_t{0}));
    const BatchId first = firstIn(counts);
    return nodesThatDiffer({.nodes = withThousands(nodes.size()),
                            .allNodes = counted(graph.size(), words::kNode),
                            .batches = withThousands(steps),
                            .allBatches = counted(schedule.batchCount(), words::kBatch),
                            .firstBatch = ordinal(first.index()),
                            .op = graph.opOf(schedule.batchSignatures[first]).name,
                            .size = withThousands(schedule.batchSize(first))});
}

} // namespace batchscope
