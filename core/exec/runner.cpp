// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"

#include "core/exec/machine.h"
#include "core/exec/speed_measurement.h"
#include "core/schedule/scheduler.h"

#include <chrono>
#include <memory>

namespace batchscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsBetween(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double>(to - from).count();
}

PhaseSeconds withConstruction(PhaseSeconds seconds, const PhaseSeconds& construction) {
    seconds.parse = construction.parse;
    seconds.build = construction.build;
    return seconds;
}

/// What all arms of a checked run share.
struct Both {
    const OpGraph& graph;
    const Policy& policy;
    const Policy& baseline;
    const Parameters& parameters;
    const Parameters& ofRegular; // of the run that the folded one is compared with
    const RunOptions& options;
    const RunControl& control;
    Engine* engine;

    [[nodiscard]] Result<ArmRun> run(const Policy& arm, Recording recording) const {
        return runArm(graph, arm, parameters, options, recording, control, engine);
    }
    [[nodiscard]] Result<ArmRun> runPlain(const Policy& arm, const Parameters& weights) const {
        RunOptions plain = options;
        plain.engine.reset();
        return runArm(graph, arm, weights, plain, Recording::Seconds, control);
    }
    [[nodiscard]] Result<ArmRun> run(TimedArm arm) const {
        switch (arm) {
        case TimedArm::RegularOff: return runPlain(baseline, parameters);
        case TimedArm::Regular: return run(baseline, Recording::Seconds);
        case TimedArm::FoldedOff: return runPlain(policy, parameters);
        case TimedArm::Folded: break;
        }
        return run(policy, Recording::Seconds);
    }
};

/// Takes the samples and puts the medians of the arms in question into the report.
/// `knownSeconds`: what a round takes at least.
Status measureArms(const Both& both, const PhaseSeconds& construction, double knownSeconds, RunReport& report) {
    std::vector<TimedArm> arms = {TimedArm::RegularOff, TimedArm::FoldedOff};
    const bool onEngine = usesEngine(both.options);
    if (onEngine) {
        arms.insert(arms.end(), {TimedArm::Regular, TimedArm::Folded});
    }
    both.control.report("measure", 0, 0);
    const RunControl quiet = both.control.quiet(); // reports of a run's own stages would be timed with it
    const Both silent{both.graph,     both.policy,  both.baseline, both.parameters,
                      both.ofRegular, both.options, quiet,         both.engine};
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
    OpGraph wide = both.graph;
    wide.ops.dtype = DType::Float64;
    const Result<Parameters> parameters = both.parameters.inFloat64();
    if (!parameters) {
        return parameters.error();
    }
    const Result<ArmRun> reference =
        runArm(wide, both.baseline, *parameters, {.engine = std::nullopt}, Recording::Seconds, both.control);
    if (!reference) {
        return reference.error();
    }
    const Result<EqualityReport> ofFolded = compareRuns(both.graph, placed(*reference), placed(folded), both.control);
    const Result<EqualityReport> ofRegular = compareRuns(both.graph, placed(*reference), placed(regular), both.control);
    if (!ofFolded || !ofRegular) {
        return cancelledError();
    }
    return ReferenceReport{*ofFolded, *ofRegular};
}

/// Fills everything of the report that needs both runs.
Status compareArms(const Both& both, const ArmRun& folded, const ArmRun& regular, RunReport& report) {
    const Result<EqualityReport> equality = compareRuns(both.graph, placed(regular), placed(folded), both.control);
    if (!equality) {
        return equality.error();
    }
    report.equality = *equality;
    if (both.options.work == Work::Training) {
        const Result<GradientReport> gradients =
            compareGradients(both.graph, placedGradients(regular), placedGradients(folded), both.control);
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

Result<ArmRun> runPlanned(const OpGraph& graph, Schedule schedule, BatchPlan plan, const Parameters& parameters,
                          Work work, Recording recording, const RunControl& control, Stacking stacking) {
    Result<Execution> execution = execute(graph, schedule, plan, parameters, recording, control, stacking);
    if (!execution) {
        return execution.error();
    }
    ArmRun run{std::move(schedule), std::move(plan), std::move(*execution)};
    if (work == Work::Training) {
        Result<Gradients> gradients =
            backward(graph, run.schedule, run.plan, parameters, recording, control, run.execution, stacking);
        if (!gradients) {
            return gradients.error();
        }
        run.gradients.emplace(std::move(*gradients));
    }
    return run;
}

bool usesEngine(const RunOptions& options) {
    return options.engine && options.stacking == Stacking::Gather;
}

Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                      const RunOptions& options, Recording recording, const RunControl& control, Engine* engine) {
    std::optional<Engine> own;
    if (usesEngine(options) && engine == nullptr) {
        engine = &own.emplace(graph.ops, *options.engine);
    }
    const auto start = Clock::now();
    Result<Schedule> made = makeSchedule(graph, policy, control);
    if (!made) {
        return made.error();
    }
    const auto scheduled = Clock::now();
    if (usesEngine(options)) {
        Result<EngineRun> ran = engine->run(graph, *made, parameters, options.work, recording, control);
        if (!ran) {
            return ran.error();
        }
        ran->execution.seconds().schedule = secondsBetween(start, scheduled);
        return ArmRun{std::move(*made), {}, std::move(ran->execution), std::move(ran->gradients)};
    }
    Schedule schedule = withRowOrder(graph, std::move(*made), options.rowOrder);
    BatchPlan plan = makePlan(graph, schedule);
    const auto planned = Clock::now();
    Result<ArmRun> run = runPlanned(graph, std::move(schedule), std::move(plan), parameters, options.work, recording,
                                    control, options.stacking);
    if (run) {
        run->execution.seconds().schedule = secondsBetween(start, scheduled);
        run->execution.seconds().plan = secondsBetween(scheduled, planned);
    }
    return run;
}

namespace {

/// What is left of a checked run once the policy chooses at once.
Result<CheckedRun> runPrepared(const Both& both, const PhaseSeconds& construction, RunReport report,
                               const RunSinks& sinks) {
    if (const Result<ArmRun> warmUp = both.run(both.policy, Recording::Seconds); !warmUp) {
        return warmUp.error();
    }
    Result<ArmRun> folded = both.run(both.policy, Recording::Full);
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

Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                           const RunOptions& options, const PhaseSeconds& construction, const RunControl& control,
                           const RunSinks& sinks, const Parameters* ofRegular) {
    const Result<const Policy*> baseline = findPolicy("regular");
    if (!baseline) {
        return baseline.error();
    }
    if (const Status accepted = policy.accepts(graph); !accepted) {
        return accepted.error();
    }
    const auto start = Clock::now();
    const Result<std::unique_ptr<Policy>> prepared = policy.prepared(graph, control);
    if (!prepared) {
        return prepared.error();
    }
    RunReport report;
    report.learnSeconds = *prepared ? secondsBetween(start, Clock::now()) : 0.0;
    std::optional<Engine> engine;
    if (usesEngine(options)) {
        engine.emplace(graph.ops, *options.engine);
    }
    const Both both{graph,
                    *prepared ? **prepared : policy,
                    **baseline,
                    parameters,
                    ofRegular == nullptr ? parameters : *ofRegular,
                    options,
                    control,
                    engine ? &*engine : nullptr};
    return runPrepared(both, construction, std::move(report), sinks);
}

} // namespace batchscope
