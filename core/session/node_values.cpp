// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/node_values.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/exec/comparison.h"
#include "core/words/noun_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

namespace batchscope {

NodeValues nodeValues(const Snapshot& snapshot, Value value, ValueKind kind) {
    NodeValues values;
    values.value = value;
    values.kind = kind;
    values.dtype = snapshot.graph->ops.dtype;
    const bool ofGradients = kind == ValueKind::Gradients;
    const auto& folded = ofGradients ? snapshot.recordedGradients : snapshot.recorded;
    const auto& regular = ofGradients ? snapshot.regularGradients : snapshot.regularValues;
    if (!folded) {
        return values;
    }
    folded->read(value, values.folded);
    if (!regular) {
        return values;
    }
    regular->read(value, values.regular);
    if (values.regular.size() != values.folded.size()) { // one arm knows it only as a part of a sum
        values.regular.clear();
        return values;
    }
    for (std::size_t index = 0; index < values.folded.size(); ++index) {
        const std::uint64_t ulps = ulpDistance(values.regular[index], values.folded[index], values.dtype);
        const double difference = std::abs(differenceAt(values, index));
        values.ulps.push_back(ulps);
        if (std::isnan(difference)) {
            ++values.notFinite;
        } else {
            values.different += ulps == 0 ? 0 : 1;
            values.mostUlps = std::max(values.mostUlps, ulps);
            values.maxAbsError = std::max(values.maxAbsError, difference);
        }
    }
    return values;
}

double differenceAt(const NodeValues& values, std::size_t index) {
    const double difference = values.folded[index] - values.regular[index];
    return std::isfinite(difference) ? difference : std::numeric_limits<double>::quiet_NaN();
}

std::optional<std::uint64_t> ulpsAt(const NodeValues& values, std::size_t index) {
    return std::isnan(differenceAt(values, index)) ? std::nullopt : std::optional(values.ulps[index]);
}

std::string comparisonText(const NodeValues& values) {
    const std::string numbers = counted(values.folded.size(), words::kNumber);
    if (values.folded.empty()) {
        return std::string(
            values.kind == ValueKind::Gradients
                ? "The engine adds this gradient directly to that of an equal node, so it is not known by itself."
                : "Nothing has run yet.");
    }
    if (values.regular.empty()) {
        return fmt::format("{}. The regular run is kept for small graphs only, so there is nothing to compare with.",
                           numbers);
    }
    std::string text = values.different > 0
                           ? fmt::format("{}; {} differ from the regular run, by at most {} ({}).", numbers,
                                         withThousands(values.different), counted(values.mostUlps, words::kUlp),
                                         fmt::format("{:.2g}", values.maxAbsError))
                       : values.notFinite > 0 ? numbers + '.'
                                              : fmt::format("{}, all equal to those of the regular run.", numbers);
    if (values.notFinite > 0) {
        text += ' ' + fmt::format("{} not finite in one of the runs.", counted(values.notFinite, words::kIs));
    }
    return text;
}

std::string valuesAsText(const NodeValues& values) {
    const bool both = !values.regular.empty();
    const int digits = values.dtype == DType::Float64 ? 17 : 9;
    std::string text(both ? "index\tfolded\tregular\tdifference\tULPs" : "index\tfolded");
    for (std::size_t index = 0; index < values.folded.size(); ++index) {
        text += fmt::format("\n{}\t{:.{}g}", index, values.folded[index], digits);
        if (both) {
            const std::optional<std::uint64_t> ulps = ulpsAt(values, index);
            text += fmt::format("\t{:.{}g}\t{:.3g}\t{}", values.regular[index], digits, differenceAt(values, index),
                                ulps ? std::to_string(*ulps) : "nan");
        }
    }
    return text + '\n';
}

namespace {

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
    return fmt::format("{} of {}, in {} of {}, from batch {} ({} ×{}) on", withThousands(nodes.size()),
                       counted(graph.size(), words::kNode), withThousands(steps),
                       counted(schedule.batchCount(), words::kBatch), ordinal(first.index()),
                       graph.opOf(schedule.batchSignatures[first]).name, withThousands(schedule.batchSize(first)));
}

} // namespace batchscope
