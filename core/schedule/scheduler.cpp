// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/scheduler.h"

#include "core/schedule/level_order.h"
#include "core/schedule/schedule_steps.h"

#include <optional>

namespace batchscope {

namespace {

/// Asks the policy until every node has run.
Status loop(const OpGraph& graph, const Policy& policy, const RunControl& control, Schedule& schedule) {
    makeRoom(graph, schedule);
    const std::optional<NodeLevels> reversed = levelsUnlessFromInputs(graph, policy);
    Frontier frontier(graph, reversed ? *reversed : graph.levels);
    const Chooser choose = policy.begin(graph);
    while (schedule.nodes.size() < graph.size()) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const Pick pick = choose(frontier);
        const std::vector<NodeId> nodes = takePicked(graph, pick, frontier);
        if (nodes.empty()) {
            return choseNothing(graph, schedule);
        }
        append(graph, pick, nodes, schedule);
        frontier.release(nodes);
        control.report("schedule", schedule.nodes.size(), graph.size());
    }
    return Ok{};
}

} // namespace

Status Scheduler::run(const OpGraph& graph, const Policy& asked, const RunControl& control) {
    TRY(asked.accepts(graph));
    const Result<std::unique_ptr<Policy>> prepared = asked.prepared(graph, control);
    TRY(prepared);
    const Policy& policy = *prepared != nullptr ? **prepared : asked;
    startAnew(policy, m_schedule);
    const bool byLevel = policy.traits().runsLowestLevelFirst && policy.traits().levelOrder == LevelOrder::FromInputs;
    return byLevel && canScheduleByLevel(graph) ? scheduleByLevel(graph, control, m_schedule)
                                                : loop(graph, policy, control, m_schedule);
}

Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control) {
    Scheduler scheduler;
    TRY(scheduler.run(graph, asked, control));
    return scheduler.take();
}

} // namespace batchscope
