// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/schedule_steps.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

/// Levels counted from the outputs back: the last level for what nobody uses, else one below the lowest consumer.
NodeLevels levelsFromOutputs(const OpGraph& graph) {
    const auto last = static_cast<std::uint32_t>(std::max<std::size_t>(graph.levelCount(), 1) - 1);
    NodeLevels levels(graph.size(), last);
    for (std::size_t index = graph.size(); index-- > 0;) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue()) {
                std::uint32_t& level = levels[argument.node()];
                level = std::min(level, levels[NodeId(index)] - 1);
            }
        }
    }
    return levels;
}

/// Empty where they cannot be one batch now.
std::vector<NodeId> takeTogether(const OpGraph& graph, std::span<const NodeId> nodes, Frontier& frontier) {
    for (const NodeId node : nodes) {
        const bool fits = node.index() < graph.size() && frontier.isReady(node) &&
                          graph.nodeSignatures[node] == graph.nodeSignatures[nodes.front()];
        if (!fits) {
            return {};
        }
        frontier.takeNode(node); // from here on it is not ready, should it be named twice
    }
    const bool mayBatch = nodes.size() == 1 || graph.opOf(nodes.front()).batchable == Batchable::Yes;
    return mayBatch ? std::vector<NodeId>(nodes.begin(), nodes.end()) : std::vector<NodeId>();
}

} // namespace

std::optional<NodeLevels> levelsUnlessFromInputs(const OpGraph& graph, const Policy& policy) {
    return policy.traits().levelOrder == LevelOrder::FromOutputs ? std::optional(levelsFromOutputs(graph))
                                                                 : std::nullopt;
}

std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier) {
    if (pick.node.valid()) {
        if (pick.node.index() >= graph.size() || !frontier.isReady(pick.node)) {
            return {};
        }
        frontier.takeNode(pick.node);
        return {pick.node};
    }
    if (!pick.nodes.empty()) {
        return takeTogether(graph, pick.nodes, frontier);
    }
    if (!pick.signature.valid() || pick.signature.index() >= graph.signatures.size() ||
        frontier.readyCount(pick.signature) == 0) {
        return {};
    }
    if (graph.opOf(pick.signature).batchable == Batchable::No) {
        return {frontier.takeOne(pick.signature)};
    }
    return frontier.takeAll(pick.signature, pick.level);
}

Error choseNothing(const OpGraph& graph, const Schedule& schedule) {
    return {ErrorCode::Schedule,
            fmt::format("policy '{}' chose no ready node in step {} ({} of {} nodes done)", schedule.policy,
                        schedule.batchCount(), schedule.nodes.size(), graph.size())};
}

void startAnew(const Policy& policy, Schedule& schedule) {
    schedule.policy = policy.name();
    schedule.rule = policy.batchRule();
    schedule.scoreName = policy.traits().scoreName;
    schedule.batchSignatures.resize(0);
    schedule.batchOffsets.assign(1, 0);
    schedule.reasons.resize(0);
    schedule.candidateOffsets.assign(1, 0);
    schedule.candidates.clear();
    schedule.syncPoints.clear();
}

void makeRoom(const OpGraph& graph, Schedule& schedule) {
    schedule.places.resize(graph.size());
    schedule.nodes.clear();
    schedule.nodes.reserve(graph.size());
}

void append(const OpGraph& graph, const Pick& pick, std::span<const NodeId> nodes, Schedule& schedule) {
    const BatchId batch = schedule.batchSignatures.push_back(graph.nodeSignatures[nodes.front()]);
    if (!schedule.nodes.empty() && graph.roundOf(nodes.front()) != graph.roundOf(schedule.nodes.back())) {
        schedule.syncPoints.push_back(batch);
    }
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        schedule.places[nodes[row]] = {batch, static_cast<std::uint32_t>(row)};
    }
    schedule.nodes.insert(schedule.nodes.end(), nodes.begin(), nodes.end());
    schedule.batchOffsets.push_back(static_cast<std::uint32_t>(schedule.nodes.size()));
    schedule.reasons.push_back(pick.reason);
    schedule.candidates.insert(schedule.candidates.end(), pick.candidates.begin(), pick.candidates.end());
    schedule.candidateOffsets.push_back(static_cast<std::uint32_t>(schedule.candidates.size()));
}

} // namespace batchscope
