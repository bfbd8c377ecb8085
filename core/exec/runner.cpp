// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/runner.h"

#include "core/base/clock.h"
#include "core/exec/find_cause.h"
#include "core/exec/machine.h"
#include "core/exec/not_finite.h"
#include "core/exec/speed_measurement.h"
#include "core/schedule/scheduler.h"
#include "core/trace/run_report.h"
#include "core/trace/trace.h"

#include <memory>

namespace batchscope {

namespace {

/// The inputs of a scheduled run in addition to its graph.
struct RunSetting {
    const ArmTask& task;
    Executor& executor;
    const RunOptions& options;
    Recording recording;
    const RunControl& control;
};

Result<ArmRun> runScheduled(const OpGraph& graph, TimedSchedule scheduled, const RunSetting& setting) {
    Result<FinishedRun> run = setting.executor.run(
        {graph, scheduled.schedule, setting.task.parameters, setting.options.work, setting.recording, setting.control});
    TRY(run);
    run->execution.seconds().schedule = scheduled.scheduleSeconds;
    run->execution.seconds().plan += scheduled.orderSeconds;
    return ArmRun{std::move(scheduled.schedule), std::move(run->execution), std::move(run->gradients)};
}

PhaseSeconds withConstruction(PhaseSeconds seconds, const PhaseSeconds& construction) {
    seconds.parse = construction.parse;
    seconds.build = construction.build;
    return seconds;
}

/// Data shared by all arms of a checked run. Executors are kept from arm to arm.
struct Both {
    const ArmTask& task;
    const Policy& baseline;
    const Parameters& ofRegular; // weights of the regular run that the folded run is compared with
    const RunOptions& options;
    const RunOptions& plainOptions; // like `options`, but for the plain bodies
    Executor& executor;             // for `options`
    Executor& plain;                // for `plainOptions`
    const RunControl& control;

    [[nodiscard]] Result<ArmRun> run(const Policy& arm, Recording recording) const {
        return runArm({task.graph, arm, task.parameters}, executor, options, recording, control);
    }
    [[nodiscard]] Result<ArmRun> runPlain(const Policy& arm, const Parameters& weights) const {
        return runArm({task.graph, arm, weights}, plain, plainOptions, Recording::Seconds, control);
    }
};

/// Times the engine in addition if the run itself is on LibTorch. runs() is false if the engine cannot run the net or
/// fails, for example because memory runs out: the run itself does not depend on the engine.
class TimedEngine {
public:
    explicit TimedEngine(const Both& both) : m_both(both), m_options(both.options) {
        m_options.executor = executorFor(both.task.graph.ops, EngineOptions());
        if (kindOf(m_options.executor) == ExecutorKind::Engine) {
            m_executor = makeExecutor(both.task.graph.ops, m_options.executor);
            if (!run(both.baseline) || !run(both.task.policy)) {
                m_executor.reset();
            }
        }
    }
    [[nodiscard]] bool runs() const { return m_executor != nullptr; }
    [[nodiscard]] Result<ArmRun> run(const Policy& arm) const {
        return runArm({m_both.task.graph, arm, m_both.task.parameters}, *m_executor, m_options, Recording::Seconds,
                      m_both.control);
    }

private:
    const Both& m_both;
    RunOptions m_options;
    std::unique_ptr<Executor> m_executor;
};

/// Takes the samples and puts the medians of the report's own arms into the report. `knownSeconds` is a lower bound of
/// the duration of one round.
Status measureArms(const Both& both, const PhaseSeconds& construction, double knownSeconds, RunReport& report) {
    both.control.report("measure", 0, 0);
    const RunControl quiet = both.control.quiet(); // progress reports of the runs would be timed as well
    const Both silent{both.task,         both.baseline, both.ofRegular, both.options,
                      both.plainOptions, both.executor, both.plain,     quiet};
    const MeasureLimits limits{.knownSeconds = knownSeconds};
    const ExecutorKind executor = kindOf(both.options.executor);
    std::optional<TimedEngine> engine;
    if (executor == ExecutorKind::LibTorch && !limits.isTooLong(knownSeconds)) {
        engine.emplace(silent);
    }
    TimedArms arms{executor, {TimedArm::RegularOff, TimedArm::FoldedOff}};
    if (executor == ExecutorKind::Engine || (engine && engine->runs())) {
        arms.arms.push_back(TimedArm::Regular); // GCC 12 warns if both are inserted at once
        arms.arms.push_back(TimedArm::Folded);
    }
    const auto run = [&](TimedArm arm) {
        const bool isFolded = arm == TimedArm::FoldedOff || arm == TimedArm::Folded;
        const Policy& policy = isFolded ? both.task.policy : both.baseline;
        if (arm == TimedArm::RegularOff || arm == TimedArm::FoldedOff) {
            return silent.runPlain(policy, both.task.parameters);
        }
        return engine ? engine->run(policy) : silent.run(policy, Recording::Seconds);
    };
    const TimedRun timed = [&](TimedArm arm) -> Result<PhaseSeconds> {
        const Result<ArmRun> ran = run(arm);
        return ran ? Result<PhaseSeconds>(withConstruction(ran->execution.seconds(), construction)) : ran.error();
    };
    Result<SpeedReport> speed = measureSpeed(arms, timed, threadCount(), quiet, limits);
    const bool isWithout = speed ? speed->runs() == 0 : speed.error().code != ErrorCode::Cancelled;
    if (isWithout && engine && engine->runs()) { // the other arms can still be timed
        arms.arms.resize(2);
        speed = measureSpeed(arms, timed, threadCount(), quiet, limits);
    }
    TRY(speed);
    if (speed->runs() > 0) {
        report.folded = medianPhases(speed->of(speed->folded()));
        report.regular = medianPhases(speed->of(speed->regular()));
    }
    speed->runsDiffer = verdictOf(report) == Verdict::Different;
    report.speed = std::move(*speed);
    return Ok{};
}

/// Compares both arms with a regular run in float64.
Result<ReferenceReport> compareWithReference(const Both& both, const ArmRun& folded, const ArmRun& regular) {
    const OpGraph& graph = both.task.graph;
    OpGraph wide = graph;
    wide.ops.dtype = DType::Float64;
    const Result<Parameters> parameters = both.task.parameters.inFloat64();
    TRY(parameters);
    const Result<ArmRun> reference = runArm({wide, both.baseline, *parameters}, {.executor = InterpreterOptions()},
                                            Recording::Seconds, both.control);
    TRY(reference);
    const RecordedState& expected = reference->execution.state();
    const Result<EqualityReport> ofFolded = compareRuns(graph, expected, folded.execution.state(), both.control);
    const Result<EqualityReport> ofRegular = compareRuns(graph, expected, regular.execution.state(), both.control);
    if (!ofFolded || !ofRegular) {
        return cancelledError();
    }
    return ReferenceReport{*ofFolded, *ofRegular};
}

/// Finds the cause of the first difference, if any, or leaves it unset. Only cancelling is an error.
Status explainDivergence(const Both& both, const ArmRun& folded, const ArmRun& regular, RunReport& report) {
    if (!report.equality->firstDivergence) {
        return Ok{};
    }
    const DivergedRun run{both.task.graph,
                          folded.schedule,
                          folded.execution.state(),
                          both.task.parameters,
                          report.equality->firstDivergence->node,
                          regular.execution.state(),
                          both.ofRegular};
    const Result<DivergenceCause> cause = findCause(run, both.control);
    if (cause) {
        report.cause = *cause;
    }
    return cause || cause.error().code != ErrorCode::Cancelled ? Status(Ok{}) : cause.error();
}

/// Finds the origin in the folded run, or in the regular run if all numbers of the folded run are finite.
Result<NotFiniteOrigins> originsOf(const Both& both, const ArmRun& folded, const ArmRun& regular) {
    const OpGraph& graph = both.task.graph;
    Result<NotFiniteOrigins> origins =
        notFiniteIn(graph, folded.execution.state(), folded.gradients, both.task.parameters, both.control);
    if (!origins || origins->value || origins->gradient) {
        return origins;
    }
    origins = notFiniteIn(graph, regular.execution.state(), regular.gradients, both.ofRegular, both.control);
    if (origins) {
        origins->ofRegular = true;
    }
    return origins;
}

/// Fills all parts of the report that need both runs.
Status compareArms(const Both& both, const ArmRun& folded, const ArmRun& regular, RunReport& report) {
    const OpGraph& graph = both.task.graph;
    const Result<EqualityReport> equality =
        compareRuns(graph, regular.execution.state(), folded.execution.state(), both.control);
    TRY(equality);
    report.equality = *equality;
    TRY(explainDivergence(both, folded, regular, report));
    if (both.options.work == Work::Training) {
        const Result<GradientReport> gradients =
            compareGradients(graph, *regular.gradients, *folded.gradients, both.control);
        TRY(gradients);
        report.gradients = *gradients;
    }
    if (verdictOf(report) == Verdict::NotComparable) {
        const Result<NotFiniteOrigins> origins = originsOf(both, folded, regular);
        TRY(origins);
        report.notFinite = *origins;
    }
    if (both.options.reference == Reference::Float64) {
        const Result<ReferenceReport> reference = compareWithReference(both, folded, regular);
        TRY(reference);
        report.reference = *reference;
    }
    return Ok{};
}

} // namespace

Result<TimedSchedule> scheduleFor(const OpGraph& graph, const Policy& policy, const RunOptions& options,
                                  const RunControl& control) {
    const auto start = Clock::now();
    Result<Schedule> made = makeSchedule(graph, policy, control);
    TRY(made);
    const auto scheduled = Clock::now();
    Schedule schedule =
        withRowOrder(graph, std::move(*made), rowOrderFor(graph.ops, options.executor, options.rowOrder));
    return TimedSchedule{std::move(schedule), secondsBetween(start, scheduled),
                         secondsBetween(scheduled, Clock::now())};
}

Result<ArmRun> runArm(const ArmTask& task, Executor& executor, const RunOptions& options, Recording recording,
                      const RunControl& control) {
    Result<TimedSchedule> scheduled = scheduleFor(task.graph, task.policy, options, control);
    return scheduled ? runScheduled(task.graph, std::move(*scheduled), {task, executor, options, recording, control})
                     : scheduled.error();
}

Result<ArmRun> runArm(const ArmTask& task, const RunOptions& options, Recording recording, const RunControl& control) {
    return runArm(task, *makeExecutor(task.graph.ops, options.executor), options, recording, control);
}

namespace {

/// Runs the policy `runs` times, recorded in full. Times are medians, so that a single interruption has no effect.
Result<TracedRun> tracedRuns(const Both& both, const Policy& policy, std::size_t runs) {
    std::optional<TracedRun> shown;
    std::vector<Trace> others;
    std::vector<PhaseSeconds> seconds;
    while (seconds.size() < runs) {
        Result<ArmRun> run = both.run(policy, Recording::Full);
        TRY(run);
        seconds.push_back(run->execution.seconds());
        if (shown) {
            others.push_back(run->execution.trace());
        } else {
            shown = TracedRun{std::move(run->schedule), run->execution.trace(), {}};
        }
    }
    shown->trace = withMedianTimes(shown->trace, others);
    shown->seconds = medianPhases(seconds);
    return std::move(*shown);
}

/// Passes the traces to the caller if it asked for them; otherwise none is recorded.
Status traceFor(const Both& both, const Policy& policy, std::size_t runs, const std::function<void(TracedRun)>& sink) {
    if (!sink) {
        return Ok{};
    }
    Result<TracedRun> traced = tracedRuns(both, policy, runs);
    TRY(traced);
    sink(std::move(*traced));
    return Ok{};
}

/// Makes the folded run that is compared, with the schedule of the input, if any, and the fault that the options
/// request.
Result<ArmRun> foldedRun(const Both& both, const CheckedRunInput& input, std::optional<RehearsedFault>& fault) {
    Result<TimedSchedule> scheduled =
        input.schedule != nullptr ? TimedSchedule{*input.schedule, input.construction.schedule, input.construction.plan}
                                  : scheduleFor(both.task.graph, both.task.policy, both.options, both.control);
    TRY(scheduled);
    const RunSetting setting{both.task, both.executor, both.options, Recording::Full, both.control};
    if (both.options.fault == Fault::None) {
        return runScheduled(both.task.graph, std::move(*scheduled), setting);
    }
    const Result<FaultyGraph> faulty = withFault(both.task.graph, scheduled->schedule, both.options.fault);
    TRY(faulty);
    fault = faulty->fault;
    return runScheduled(faulty->graph, std::move(*scheduled), setting);
}

/// Makes a checked run with a policy that has been prepared.
Result<CheckedRun> runPrepared(const Both& both, const CheckedRunInput& input, RunReport report) {
    const PhaseSeconds& construction = input.construction;
    const RunSinks& sinks = input.sinks;
    if (sinks.afterFirst) {
        TRY(traceFor(both, both.task.policy, 1, sinks.afterFirst));
    } else if (const Result<ArmRun> warmUp = both.run(both.task.policy, Recording::Seconds); !warmUp) {
        return warmUp.error();
    }
    Result<ArmRun> folded = foldedRun(both, input, report.fault);
    TRY(folded);
    report.folded = withConstruction(folded->execution.seconds(), construction);
    if (sinks.afterFolded) {
        sinks.afterFolded(*folded, report);
    }
    double knownSeconds = folded->execution.seconds().execution();
    {
        const Result<ArmRun> regular = both.runPlain(both.baseline, both.ofRegular);
        TRY(regular);
        knownSeconds += regular->execution.seconds().execution();
        TRY(compareArms(both, *folded, *regular, report));
        if (sinks.afterCompared) {
            sinks.afterCompared(report, *regular);
        }
    }
    const bool isMeasured = both.options.timing == Timing::Measured;
    TRY(traceFor(both, both.baseline, isMeasured ? kTracedRuns : 1, sinks.afterRegular));
    if (isMeasured && !report.fault) {
        TRY(traceFor(both, both.task.policy, kTracedRuns, sinks.afterTraced));
    }
    if (isMeasured) {
        TRY(measureArms(both, construction, knownSeconds, report));
    }
    return CheckedRun{std::move(*folded), report};
}

} // namespace

Result<CheckedRun> runBoth(const ArmTask& task, const RunOptions& options, const CheckedRunInput& input,
                           const RunControl& control) {
    RunOptions runnable = options;
    runnable.executor = executorFor(task.graph.ops, options.executor);
    const Result<const Policy*> baseline = findPolicy("regular");
    TRY(baseline);
    TRY(task.policy.accepts(task.graph));
    const auto start = Clock::now();
    const Result<std::unique_ptr<Policy>> prepared = task.policy.prepared(task.graph, control);
    TRY(prepared);
    RunReport report;
    report.learnSeconds = *prepared ? secondsBetween(start, Clock::now()) : 0.0;
    const ArmTask own{task.graph, *prepared ? **prepared : task.policy, task.parameters};
    const std::unique_ptr<Executor> executor = makeExecutor(task.graph.ops, runnable.executor);
    RunOptions plainOptions = runnable;
    if (kindOf(runnable.executor) == ExecutorKind::Engine) {
        plainOptions.executor = InterpreterOptions();
    }
    const std::unique_ptr<Executor> plain = makeExecutor(task.graph.ops, plainOptions.executor);
    const Parameters& ofRegular = input.ofRegular == nullptr ? task.parameters : *input.ofRegular;
    const Both both{own, **baseline, ofRegular, runnable, plainOptions, *executor, *plain, control};
    return runPrepared(both, input, std::move(report));
}

} // namespace batchscope
