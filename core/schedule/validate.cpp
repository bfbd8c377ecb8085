// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/validate.h"

#include "core/base/counted.h"

#include <fmt/format.h>

#include <vector>

namespace batchscope {

namespace {

std::optional<ScheduleFault> faultOfNode(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                                         std::size_t row) {
    const std::size_t entry = schedule.batchOffsets[batch.index()] + row;
    const NodeId node = schedule.nodes[entry];
    const auto breach = [&](ScheduleRule rule, NodeId needed = {}) {
        return ScheduleFault{
            .rule = rule, .batch = batch, .node = node, .needed = needed, .entry = entry, .nodes = row};
    };
    const Place& place = schedule.places[node];
    if (place.batch != batch || place.row != row) {
        return breach(ScheduleRule::PlacesRecorded);
    }
    if (graph.nodeSignatures[node] != schedule.batchSignatures[batch]) {
        return breach(ScheduleRule::OneSignature);
    }
    if (graph.roundOf(node) != graph.roundOf(schedule.batch(batch).front())) {
        return breach(ScheduleRule::OneRound);
    }
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue() && schedule.places[argument.node()].batch >= batch) {
            return breach(ScheduleRule::ArgumentsEarlier, argument.node());
        }
    }
    return std::nullopt;
}

std::optional<ScheduleFault> faultOfBatch(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    const auto nodes = schedule.batch(batch);
    const auto breach = [&](ScheduleRule rule) {
        return ScheduleFault{
            .rule = rule, .batch = batch, .entry = schedule.batchOffsets[batch.index()], .nodes = nodes.size()};
    };
    if (nodes.empty()) {
        return breach(ScheduleRule::NoEmptyBatch);
    }
    if (nodes.size() > 1 && graph.opOf(nodes.front()).batchable == Batchable::No) {
        return breach(ScheduleRule::UnbatchableAlone);
    }
    if (batch.index() > 0 &&
        graph.roundOf(nodes.front()) < graph.roundOf(schedule.batch(BatchId(batch.index() - 1)).front())) {
        return breach(ScheduleRule::RoundsInOrder);
    }
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        if (const auto fault = faultOfNode(graph, schedule, batch, row)) {
            return fault;
        }
    }
    return std::nullopt;
}

/// Checks that each node occurs exactly once.
std::optional<ScheduleFault> faultOfNodes(const OpGraph& graph, const Schedule& schedule) {
    std::vector<std::uint8_t> seen(graph.size(), 0);
    for (std::size_t entry = 0; entry < schedule.nodes.size(); ++entry) {
        const NodeId node = schedule.nodes[entry];
        if (!node.valid() || node.index() >= graph.size()) {
            return ScheduleFault{.rule = ScheduleRule::NodesExist, .entry = entry};
        }
        if (++seen[node.index()] > 1) {
            return ScheduleFault{.rule = ScheduleRule::RunOnce, .node = node, .entry = entry};
        }
    }
    for (std::size_t index = 0; index < seen.size(); ++index) {
        if (seen[index] == 0) {
            return ScheduleFault{.rule = ScheduleRule::AllRun,
                                 .node = NodeId(index),
                                 .entry = schedule.nodes.size(),
                                 .nodes = graph.size()};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<ScheduleFault> firstFault(const OpGraph& graph, const Schedule& schedule) {
    if (schedule.places.size() != graph.size() || schedule.batchOffsets.size() != schedule.batchCount() + 1 ||
        schedule.batchOffsets.back() != schedule.nodes.size()) {
        return ScheduleFault{.rule = ScheduleRule::TablesMatch};
    }
    if (const auto fault = faultOfNodes(graph, schedule)) {
        return fault;
    }
    for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
        if (const auto fault = faultOfBatch(graph, schedule, BatchId(step))) {
            return fault;
        }
    }
    return std::nullopt;
}

std::string scheduleFaultText(const ScheduleFault& fault) {
    const auto number = [](auto id) { return id.valid() ? id.value : 0; };
    const std::string batch = fault.batch.valid() ? ordinal(fault.batch.index()) : std::string();
    const std::uint32_t node = number(fault.node);
    switch (fault.rule) {
    case ScheduleRule::TablesMatch: return std::string("its tables do not match the graph");
    case ScheduleRule::NodesExist: return std::string("it contains a node that does not exist");
    case ScheduleRule::RunOnce: return fmt::format("node {} runs twice", node);
    case ScheduleRule::AllRun:
        return fmt::format("only {} of {} nodes run; node {} is in no batch", fault.entry, fault.nodes, node);
    case ScheduleRule::NoEmptyBatch: return fmt::format("batch {} is empty", batch);
    case ScheduleRule::UnbatchableAlone:
        return fmt::format("batch {} holds {} nodes of an op that cannot be batched", batch, fault.nodes);
    case ScheduleRule::RoundsInOrder:
        return fmt::format("batch {} belongs to an earlier round than the batch before it", batch);
    case ScheduleRule::PlacesRecorded:
        return fmt::format("node {} is at row {} of batch {}, but its recorded position differs", node,
                           ordinal(fault.nodes), batch);
    case ScheduleRule::OneSignature:
        return fmt::format("the signature of node {} differs from that of its batch {}", node, batch);
    case ScheduleRule::OneRound: return fmt::format("batch {} holds calls from before and after a sync point", batch);
    case ScheduleRule::ArgumentsEarlier:
        return fmt::format("node {} in batch {} needs node {}, which does not run earlier", node, batch,
                           number(fault.needed));
    }
    return {};
}

Status validate(const OpGraph& graph, const Schedule& schedule) {
    if (const auto fault = firstFault(graph, schedule)) {
        return Error{ErrorCode::Schedule, fmt::format("invalid schedule: {}", scheduleFaultText(*fault))};
    }
    return Ok{};
}

} // namespace batchscope
