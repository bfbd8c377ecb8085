// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"

#include "core/schedule/scheduler.h"

#include <chrono>

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

/// What both arms of a checked run share.
struct Both {
    const OpGraph& graph;
    const Policy& policy;
    const Policy& baseline;
    const Parameters& parameters;
    const Parameters& ofRegular;
    const RunOptions& options;
    const RunControl& control;
    Engine* engine;

    [[nodiscard]] Result<ArmRun> runFolded(Recording recording) const {
        return runArm(graph, policy, parameters, options, recording, control, engine);
    }
    [[nodiscard]] Result<ArmRun> runRegular(Recording recording) const {
        return runArm(graph, baseline, ofRegular, options, recording, control, engine);
    }
};

/// Runs both arms in turn and puts the medians into the report.
Status repeatArms(const Both& both, RunReport& report) {
    constexpr std::size_t kMostRepeats = 9;
    constexpr double kBudgetSeconds = 0.25;
    std::vector<PhaseSeconds> folded = {report.folded};
    std::vector<PhaseSeconds> regular = {report.regular};
    const double each = report.folded.total() + report.regular.total();
    for (double spent = each; spent < kBudgetSeconds && folded.size() < kMostRepeats; spent += each) {
        for (std::vector<PhaseSeconds>* samples : {&folded, &regular}) {
            const Result<ArmRun> run =
                samples == &folded ? both.runFolded(Recording::Seconds) : both.runRegular(Recording::Seconds);
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

/// Both arms against a regular run in float64.
Result<ReferenceReport> compareWithReference(const Both& both, const ArmRun& folded, const ArmRun& regular) {
    OpGraph wide = both.graph;
    wide.ops.dtype = DType::Float64;
    const Result<Parameters> parameters = both.parameters.inFloat64();
    if (!parameters) {
        return parameters.error();
    }
    const Result<ArmRun> reference = runArm(wide, both.baseline, *parameters, {}, Recording::Seconds, both.control);
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

bool usesEngine(const Policy& policy, const RunOptions& options) {
    return options.engine && options.stacking == Stacking::Gather && std::string_view(policy.name()) != "regular";
}

Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                      const RunOptions& options, Recording recording, const RunControl& control, Engine* engine) {
    std::optional<Engine> own;
    if (usesEngine(policy, options) && engine == nullptr) {
        engine = &own.emplace(graph.ops, *options.engine);
    }
    const auto start = Clock::now();
    Result<Schedule> made = makeSchedule(graph, policy, control);
    if (!made) {
        return made.error();
    }
    const auto scheduled = Clock::now();
    if (usesEngine(policy, options)) {
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

Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                           const RunOptions& options, const PhaseSeconds& construction, const RunControl& control,
                           const FoldedSink& afterFolded, const Parameters* ofRegular) {
    const Result<const Policy*> baseline = findPolicy("regular");
    if (!baseline) {
        return baseline.error();
    }
    std::optional<Engine> engine;
    if (usesEngine(policy, options)) {
        engine.emplace(graph.ops, *options.engine);
    }
    const Both both{graph,
                    policy,
                    **baseline,
                    parameters,
                    ofRegular == nullptr ? parameters : *ofRegular,
                    options,
                    control,
                    engine ? &*engine : nullptr};
    if (const Result<ArmRun> warmUp = both.runFolded(Recording::Seconds); !warmUp) {
        return warmUp.error();
    }
    Result<ArmRun> folded = both.runFolded(Recording::Full);
    if (!folded) {
        return folded.error();
    }
    RunReport report;
    report.folded = withConstruction(folded->execution.seconds(), construction);
    afterFolded(*folded, report);
    {
        const Result<ArmRun> regular = both.runRegular(Recording::Seconds);
        if (!regular) {
            return regular.error();
        }
        report.regular = withConstruction(regular->execution.seconds(), construction);
        if (const Status compared = compareArms(both, *folded, *regular, report); !compared) {
            return compared.error();
        }
    }
    if (const Status repeated = repeatArms(both, report); !repeated) {
        return repeated.error();
    }
    return CheckedRun{std::move(*folded), report};
}

} // namespace batchscope
