// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/validate.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

Error broken(std::string message) {
    return Error{ErrorCode::Schedule, "invalid schedule: " + std::move(message)};
}

Status checkNode(const OpGraph& graph, const Schedule& schedule, NodeId node, BatchId batch, std::size_t row) {
    const Place& place = schedule.places[node];
    if (place.batch != batch || place.row != row) {
        return broken(fmt::format("node {} is at row {} of batch {}, but its recorded position differs", node.value,
                                  row, batch.value));
    }
    if (graph.nodeSignatures[node] != schedule.batchSignatures[batch]) {
        return broken(
            fmt::format("the signature of node {} differs from that of its batch {}", node.value, batch.value));
    }
    if (graph.roundOf(node) != graph.roundOf(schedule.batch(batch).front())) {
        return broken(fmt::format("batch {} holds calls from before and after a sync point", batch.value));
    }
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue() && schedule.places[argument.node()].batch >= batch) {
            return broken(fmt::format("node {} in batch {} needs node {}, which does not run earlier", node.value,
                                      batch.value, argument.node().value));
        }
    }
    return Ok{};
}

} // namespace

Status validate(const OpGraph& graph, const Schedule& schedule) {
    if (schedule.places.size() != graph.size() || schedule.batchOffsets.size() != schedule.batchCount() + 1 ||
        schedule.batchOffsets.back() != schedule.nodes.size()) {
        return broken("its tables do not match the graph");
    }
    std::vector<std::uint8_t> seen(graph.size(), 0);
    for (const NodeId node : schedule.nodes) {
        if (!node.valid() || node.index() >= graph.size()) {
            return broken("it contains a node that does not exist");
        }
        if (++seen[node.index()] > 1) {
            return broken(fmt::format("node {} runs twice", node.value));
        }
    }
    if (schedule.nodes.size() != graph.size()) {
        return broken(fmt::format("{} of {} nodes run", schedule.nodes.size(), graph.size()));
    }
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        const BatchId batch(step);
        const auto nodes = schedule.batch(batch);
        if (nodes.empty()) {
            return broken(fmt::format("batch {} is empty", step));
        }
        if (nodes.size() > 1 && graph.opOf(nodes.front()).batchable == Batchable::No) {
            return broken(fmt::format("batch {} holds {} nodes of an op that cannot be batched", step, nodes.size()));
        }
        if (step > 0 && graph.roundOf(nodes.front()) < graph.roundOf(schedule.batch(BatchId(step - 1)).front())) {
            return broken(fmt::format("batch {} runs calls of an earlier round than the previous batch", step));
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
