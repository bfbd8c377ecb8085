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

/// Runs both arms in turn and puts the medians into the report.
Status repeatArms(const OpGraph& graph, const Policy& policy, const Policy& baseline, const Parameters& parameters,
                  const RunControl& control, RunReport& report) {
    constexpr std::size_t kMostRepeats = 9;
    constexpr double kBudgetSeconds = 0.25;
    std::vector<PhaseSeconds> folded = {report.folded};
    std::vector<PhaseSeconds> regular = {report.regular};
    const double each = report.folded.total() + report.regular.total();
    for (double spent = each; spent < kBudgetSeconds && folded.size() < kMostRepeats; spent += each) {
        for (const auto& [arm, samples] : {std::pair(&policy, &folded), std::pair(&baseline, &regular)}) {
            const Result<ArmRun> run = runArm(graph, *arm, parameters, Recording::Seconds, control);
            if (!run) {
                return run.error();
            }
            samples->push_back(withConstruction(run->execution.seconds(), samples->front()));
        }
    }
    report.folded = medianPhases(folded);
    report.regular = medianPhases(regular);
    report.repeats = folded.size();
    return Ok{};
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
    const Result<EqualityReport> equality = compareRuns(graph, {regular->schedule, regular->plan, regular->execution},
                                                        {folded->schedule, folded->plan, folded->execution}, control);
    if (!equality) {
        return equality.error();
    }
    report.equality = *equality;
    if (const Status repeated = repeatArms(graph, policy, **baseline, parameters, control, report); !repeated) {
        return repeated.error();
    }
    return CheckedRun{std::move(*folded), report};
}

} // namespace batchscope
