// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"

#include "core/exec/equality.h"
#include "core/schedule/scheduler.h"

#include <chrono>

namespace batchscope {

namespace {

PhaseSeconds withConstruction(PhaseSeconds seconds, const PhaseSeconds& construction) {
    seconds.parse = construction.parse;
    seconds.build = construction.build;
    return seconds;
}

} // namespace

Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters, Recording recording,
                      const RunControl& control) {
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    Result<Schedule> schedule = makeSchedule(graph, policy, control);
    if (!schedule) {
        return schedule.error();
    }
    const auto scheduled = Clock::now();
    BatchPlan plan = makePlan(graph, *schedule);
    const auto planned = Clock::now();
    Result<Execution> execution = execute(graph, *schedule, plan, parameters, recording, control);
    if (!execution) {
        return execution.error();
    }
    execution->seconds().schedule = std::chrono::duration<double>(scheduled - start).count();
    execution->seconds().plan = std::chrono::duration<double>(planned - scheduled).count();
    return ArmRun{std::move(*schedule), std::move(plan), std::move(*execution)};
}

Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                           const PhaseSeconds& construction, const RunControl& control, const FoldedSink& afterFolded) {
    const Result<const Policy*> baseline = findPolicy("regular");
    if (!baseline) {
        return baseline.error();
    }
    if (const Result<ArmRun> warmUp = runArm(graph, policy, parameters, Recording::Seconds, control); !warmUp) {
        return warmUp.error();
    }
    Result<ArmRun> folded = runArm(graph, policy, parameters, Recording::Full, control);
    if (!folded) {
        return folded.error();
    }
    RunReport report;
    report.folded = withConstruction(folded->execution.seconds(), construction);
    afterFolded(*folded, report);
    const Result<ArmRun> regular = runArm(graph, **baseline, parameters, Recording::Seconds, control);
    if (!regular) {
        return regular.error();
    }
    report.regular = withConstruction(regular->execution.seconds(), construction);
    report.equality = compareRuns(graph, {regular->schedule, regular->plan, regular->execution},
                                  {folded->schedule, folded->plan, folded->execution});
    return CheckedRun{std::move(*folded), report};
}

} // namespace batchscope
