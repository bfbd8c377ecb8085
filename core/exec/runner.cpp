// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"

#include "core/base/clock.h"
#include "core/exec/machine.h"
#include "core/exec/speed_measurement.h"
#include "core/schedule/scheduler.h"

#include <memory>

namespace batchscope {

namespace {

PhaseSeconds withConstruction(PhaseSeconds seconds, const PhaseSeconds& construction) {
    seconds.parse = construction.parse;
    seconds.build = construction.build;
    return seconds;
}

/// What all arms of a checked run share. Executors are kept from arm to arm.
struct Both {
    const ArmTask& task;
    const Policy& baseline;
    const Parameters& ofRegular; // of the run that the folded one is compared with
    const RunOptions& options;
    Executor& executor; // of the options
    Executor& plain;    // the bodies as they are written
    const RunControl& control;

    [[nodiscard]] Result<ArmRun> run(const Policy& arm, Recording recording) const {
        return runArm({task.graph, arm, task.parameters}, executor, options, recording, control);
    }
    [[nodiscard]] Result<ArmRun> runPlain(const Policy& arm, const Parameters& weights) const {
        return runArm({task.graph, arm, weights}, plain, options, Recording::Seconds, control);
    }
    [[nodiscard]] Result<ArmRun> run(TimedArm arm) const {
        switch (arm) {
        case TimedArm::RegularOff: return runPlain(baseline, task.parameters);
        case TimedArm::Regular: return run(baseline, Recording::Seconds);
        case TimedArm::FoldedOff: return runPlain(task.policy, task.parameters);
        case TimedArm::Folded: break;
        }
        return run(task.policy, Recording::Seconds);
    }
};

/// Takes the samples and puts the medians of the arms in question into the report.
/// `knownSeconds`: what a round takes at least.
Status measureArms(const Both& both, const PhaseSeconds& construction, double knownSeconds, RunReport& report) {
    std::vector<TimedArm> arms = {TimedArm::RegularOff, TimedArm::FoldedOff};
    const bool onEngine = engineOf(both.options.executor) != nullptr;
    if (onEngine) {
        arms.insert(arms.end(), {TimedArm::Regular, TimedArm::Folded});
    }
    both.control.report("measure", 0, 0);
    const RunControl quiet = both.control.quiet(); // reports of a run's own stages would be timed with it
    const Both silent{both.task, both.baseline, both.ofRegular, both.options, both.executor, both.plain, quiet};
    const TimedRun timed = [&](TimedArm arm) -> Result<PhaseSeconds> {
        const Result<ArmRun> run = silent.run(arm);
        return run ? Result<PhaseSeconds>(withConstruction(run->execution.seconds(), construction)) : run.error();
    };
    Result<SpeedReport> speed = measureSpeed(arms, timed, threadCount(), quiet, {.knownSeconds = knownSeconds});
    if (!speed) {
        return speed.error();
    }
    if (speed->verdict == SpeedVerdict::Steady) {
        report.folded = medianPhases(speed->of(onEngine ? TimedArm::Folded : TimedArm::FoldedOff));
        report.regular = medianPhases(speed->of(onEngine ? TimedArm::Regular : TimedArm::RegularOff));
    }
    report.speed = std::move(*speed);
    return Ok{};
}

/// Both arms against a regular run in float64.
Result<ReferenceReport> compareWithReference(const Both& both, const ArmRun& folded, const ArmRun& regular) {
    const OpGraph& graph = both.task.graph;
    OpGraph wide = graph;
    wide.ops.dtype = DType::Float64;
    const Result<Parameters> parameters = both.task.parameters.inFloat64();
    if (!parameters) {
        return parameters.error();
    }
    const Result<ArmRun> reference = runArm({wide, both.baseline, *parameters}, {.executor = InterpreterOptions()},
                                            Recording::Seconds, both.control);
    if (!reference) {
        return reference.error();
    }
    const RecordedState& expected = reference->execution.state();
    const Result<EqualityReport> ofFolded = compareRuns(graph, expected, folded.execution.state(), both.control);
    const Result<EqualityReport> ofRegular = compareRuns(graph, expected, regular.execution.state(), both.control);
    if (!ofFolded || !ofRegular) {
        return cancelledError();
    }
    return ReferenceReport{*ofFolded, *ofRegular};
}

/// Fills everything of the report that needs both runs.
Status compareArms(const Both& both, const ArmRun& folded, const ArmRun& regular, RunReport& report) {
    const OpGraph& graph = both.task.graph;
    const Result<EqualityReport> equality =
        compareRuns(graph, regular.execution.state(), folded.execution.state(), both.control);
    if (!equality) {
        return equality.error();
    }
    report.equality = *equality;
    if (both.options.work == Work::Training) {
        const Result<GradientReport> gradients =
            compareGradients(graph, *regular.gradients, *folded.gradients, both.control);
        if (!gradients) {
            return gradients.error();
        }
        report.gradients = *gradients;
    }
    if (both.options.reference == Reference::Float64) {
        const Result<ReferenceReport> reference = compareWithReference(both, folded, regular);
        if (!reference) {
            return reference.error();
        }
        report.reference = *reference;
    }
    return Ok{};
}

} // namespace

Result<ArmRun> runArm(const ArmTask& task, Executor& executor, const RunOptions& options, Recording recording,
                      const RunControl& control) {
    const auto start = Clock::now();
    Result<Schedule> made = makeSchedule(task.graph, task.policy, control);
    if (!made) {
        return made.error();
    }
    const auto scheduled = Clock::now();
    const RowOrder order = executor.heedsRowOrder() ? options.rowOrder : RowOrder::Created;
    Schedule schedule = withRowOrder(task.graph, std::move(*made), order);
    const auto ordered = Clock::now();
    Result<FinishedRun> run = executor.run({task.graph, schedule, task.parameters, options.work, recording, control});
    if (!run) {
        return run.error();
    }
    run->execution.seconds().schedule = secondsBetween(start, scheduled);
    run->execution.seconds().plan += secondsBetween(scheduled, ordered);
    return ArmRun{std::move(schedule), std::move(run->execution), std::move(run->gradients)};
}

Result<ArmRun> runArm(const ArmTask& task, const RunOptions& options, Recording recording, const RunControl& control) {
    return runArm(task, *makeExecutor(task.graph.ops, options.executor), options, recording, control);
}

namespace {

/// What is left of a checked run once the policy chooses at once.
Result<CheckedRun> runPrepared(const Both& both, const CheckedRunInput& input, RunReport report) {
    const PhaseSeconds& construction = input.construction;
    const RunSinks& sinks = input.sinks;
    if (const Result<ArmRun> warmUp = both.run(both.task.policy, Recording::Seconds); !warmUp) {
        return warmUp.error();
    }
    Result<ArmRun> folded = both.run(both.task.policy, Recording::Full);
    if (!folded) {
        return folded.error();
    }
    report.folded = withConstruction(folded->execution.seconds(), construction);
    if (sinks.afterFolded) {
        sinks.afterFolded(*folded, report);
    }
    double knownSeconds = folded->execution.seconds().execution();
    {
        const Result<ArmRun> regular = both.runPlain(both.baseline, both.ofRegular);
        if (!regular) {
            return regular.error();
        }
        knownSeconds += regular->execution.seconds().execution();
        if (const Status compared = compareArms(both, *folded, *regular, report); !compared) {
            return compared.error();
        }
    }
    if (sinks.afterCompared) {
        sinks.afterCompared(report);
    }
    if (both.options.timing == Timing::Measured) {
        if (const Status measured = measureArms(both, construction, knownSeconds, report); !measured) {
            return measured.error();
        }
    }
    return CheckedRun{std::move(*folded), report};
}

} // namespace

Result<CheckedRun> runBoth(const ArmTask& task, const RunOptions& options, const CheckedRunInput& input,
                           const RunControl& control) {
    const Result<const Policy*> baseline = findPolicy("regular");
    if (!baseline) {
        return baseline.error();
    }
    if (const Status accepted = task.policy.accepts(task.graph); !accepted) {
        return accepted.error();
    }
    const auto start = Clock::now();
    const Result<std::unique_ptr<Policy>> prepared = task.policy.prepared(task.graph, control);
    if (!prepared) {
        return prepared.error();
    }
    RunReport report;
    report.learnSeconds = *prepared ? secondsBetween(start, Clock::now()) : 0.0;
    const ArmTask own{task.graph, *prepared ? **prepared : task.policy, task.parameters};
    const std::unique_ptr<Executor> executor = makeExecutor(task.graph.ops, options.executor);
    const bool onEngine = engineOf(options.executor) != nullptr;
    const std::unique_ptr<Executor> plain =
        makeExecutor(task.graph.ops, onEngine ? ExecutorOptions(InterpreterOptions()) : options.executor);
    const Both both{own,     **baseline, input.ofRegular == nullptr ? task.parameters : *input.ofRegular,
                    options, *executor,  *plain,
                    control};
    return runPrepared(both, input, std::move(report));
}

} // namespace batchscope
