// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/scheduler.h"

#include "core/schedule/level_order.h"
#include "core/words/policy_words.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The nodes of a pick, taken out of the frontier; empty when the pick names nothing that is ready.
std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier) {
    if (pick.node.valid()) {
        if (pick.node.index() >= graph.size() || !frontier.isReady(pick.node)) {
            return {};
        }
        frontier.takeNode(pick.node);
        return {pick.node};
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

/// Levels counted from the outputs back: the last level for what nobody uses, else one below the lowest consumer.
IdVector<NodeId, std::uint32_t> levelsFromOutputs(const OpGraph& graph) {
    const auto last = static_cast<std::uint32_t>(std::max<std::size_t>(graph.levelCount(), 1) - 1);
    IdVector<NodeId, std::uint32_t> levels(graph.size(), last);
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

/// Without batches, with the memory of what it was; nodes and places are overwritten later.
void startAnew(const Policy& policy, Schedule& schedule) {
    schedule.policy = policy.name();
    schedule.rule = policy.batchRule();
    schedule.scoreName = policy.scoreName();
    schedule.batchSignatures.resize(0);
    schedule.batchOffsets.assign(1, 0);
    schedule.reasons.resize(0);
    schedule.candidateOffsets.assign(1, 0);
    schedule.candidates.clear();
    schedule.syncPoints.clear();
}

/// Asks the policy until every node has run.
Status loop(const OpGraph& graph, const Policy& policy, const RunControl& control, Schedule& schedule) {
    schedule.places.resize(graph.size());
    schedule.nodes.clear();
    schedule.nodes.reserve(graph.size());
    const bool fromOutputs = policy.levelOrder() == LevelOrder::FromOutputs;
    const IdVector<NodeId, std::uint32_t> reversed =
        fromOutputs ? levelsFromOutputs(graph) : IdVector<NodeId, std::uint32_t>();
    Frontier frontier(graph, fromOutputs ? reversed : graph.levels);
    while (schedule.nodes.size() < graph.size()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const Pick pick = policy.choose(frontier);
        const std::vector<NodeId> nodes = takePicked(graph, pick, frontier);
        if (nodes.empty()) {
            return Error{ErrorCode::Schedule, words::policyChoseNothing(policy.name(), schedule.batchCount(),
                                                                        schedule.nodes.size(), graph.size())};
        }
        append(graph, pick, nodes, schedule);
        frontier.release(nodes);
        control.report("schedule", schedule.nodes.size(), graph.size());
    }
    return Ok{};
}

} // namespace

Status Scheduler::run(const OpGraph& graph, const Policy& asked, const RunControl& control) {
    if (Status accepted = asked.accepts(graph); !accepted) {
        return accepted;
    }
    const Result<std::unique_ptr<Policy>> prepared = asked.prepared(graph, control);
    if (!prepared) {
        return prepared.error();
    }
    const Policy& policy = *prepared != nullptr ? **prepared : asked;
    startAnew(policy, m_schedule);
    const bool byLevel = policy.runsLowestLevelFirst() && policy.levelOrder() == LevelOrder::FromInputs;
    return byLevel && canScheduleByLevel(graph) ? scheduleByLevel(graph, control, m_schedule)
                                                : loop(graph, policy, control, m_schedule);
}

Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control) {
    Scheduler scheduler;
    if (const Status made = scheduler.run(graph, asked, control); !made) {
        return made.error();
    }
    return scheduler.take();
}

} // namespace batchscope
