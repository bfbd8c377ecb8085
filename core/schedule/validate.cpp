// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/validate.h"

#include "core/words/schedule_words.h"

namespace batchscope {

namespace {

Error broken(std::string_view fault) {
    return Error{ErrorCode::Schedule, words::invalidSchedule(fault)};
}

Status checkNode(const OpGraph& graph, const Schedule& schedule, NodeId node, BatchId batch, std::size_t row) {
    const Place& place = schedule.places[node];
    if (place.batch != batch || place.row != row) {
        return broken(words::nodeIsElsewhere(node.value, row, batch.value));
    }
    if (graph.nodeSignatures[node] != schedule.batchSignatures[batch]) {
        return broken(words::nodeHasOtherSignature(node.value, batch.value));
    }
    if (graph.roundOf(node) != graph.roundOf(schedule.batch(batch).front())) {
        return broken(words::batchSpansSyncPoint(batch.value));
    }
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue() && schedule.places[argument.node()].batch >= batch) {
            return broken(words::neededNodeNotEarlier(node.value, batch.value, argument.node().value));
        }
    }
    return Ok{};
}

} // namespace

Status validate(const OpGraph& graph, const Schedule& schedule) {
    if (schedule.places.size() != graph.size() || schedule.batchOffsets.size() != schedule.batchCount() + 1 ||
        schedule.batchOffsets.back() != schedule.nodes.size()) {
        return broken(words::kTablesDoNotMatch);
    }
    std::vector<std::uint8_t> seen(graph.size(), 0);
    for (const NodeId node : schedule.nodes) {
        if (!node.valid() || node.index() >= graph.size()) {
            return broken(words::kNodeDoesNotExist);
        }
        if (++seen[node.index()] > 1) {
            return broken(words::nodeRunsTwice(node.value));
        }
    }
    if (schedule.nodes.size() != graph.size()) {
        return broken(words::notAllNodesRun(schedule.nodes.size(), graph.size()));
    }
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        const auto nodes = schedule.batch(batch);
        if (nodes.empty()) {
            return broken(words::batchIsEmpty(step));
        }
        if (nodes.size() > 1 && graph.opOf(nodes.front()).batchable == Batchable::No) {
            return broken(words::batchOfUnbatchable(step, nodes.size()));
        }
        if (step > 0 && graph.roundOf(nodes.front()) < graph.roundOf(schedule.batch(BatchId(step - 1)).front())) {
            return broken(words::batchOfEarlierRound(step));
        }
        for (std::size_t row = 0; row < nodes.size(); ++row) {
            if (Status status = checkNode(graph, schedule, nodes[row], batch, row); !status) {
                return status;
            }
        }
    }
    return Ok{};
}

} // namespace batchscope
