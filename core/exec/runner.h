// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes an arm from graph to values: schedules, plans and runs, and times each phase. runBoth() compares two arms. The
// window, `run` and `bench` all use these functions, so they report the same figures.
#pragma once

#include "core/exec/equality.h"
#include "core/exec/executor.h"
#include "core/exec/run_options.h"
#include "core/schedule/policy.h"
#include "core/trace/time_line.h"

#include <functional>
#include <optional>

namespace batchscope {

/// The graph of an arm, its policy and its weights; all must outlive the run.
struct ArmTask {
    const OpGraph& graph;
    const Policy& policy;
    const Parameters& parameters;
};

/// The results of one arm.
struct ArmRun {
    Schedule schedule;                                 ///< the schedule that ran, with its rows ordered
    Execution execution;                               ///< its seconds include schedule and plan
    std::optional<Gradients> gradients = std::nullopt; ///< only for training
};

/// A schedule with its rows ordered, and the time it took to make it.
struct TimedSchedule {
    Schedule schedule;
    double scheduleSeconds = 0.0;
    double orderSeconds = 0.0;
};

/// Makes a schedule and orders its rows for the executor of the options. Fails like makeSchedule().
[[nodiscard]] Result<TimedSchedule> scheduleFor(const OpGraph& graph, const Policy& policy, const RunOptions& options,
                                                const RunControl& control);

/// Schedules, plans and runs. Fails like makeSchedule and Executor::run. Makes an executor for this run; making it is
/// not timed.
[[nodiscard]] Result<ArmRun> runArm(const ArmTask& task, const RunOptions& options, Recording recording,
                                    const RunControl& control);
/// Likewise, with an executor that the caller keeps between runs. The executor must have been made for the graph's net
/// and `options.executor`.
[[nodiscard]] Result<ArmRun> runArm(const ArmTask& task, Executor& executor, const RunOptions& options,
                                    Recording recording, const RunControl& control);

/// A folded run and the regular run of the same graph and weights.
struct CheckedRun {
    ArmRun folded;
    RunReport report;
};

inline constexpr std::size_t kTracedRuns = 5;

/// Callbacks for intermediate results of runBoth(), called in this order. Runs that only one callback needs are made
/// only if it is set.
struct RunSinks {
    /// Called after the warm-up, which is then recorded in full.
    std::function<void(TracedRun first)> afterFirst;
    /// Called after the folded run; the report has only its seconds, the policy's learning time and the fault so far.
    std::function<void(const ArmRun& folded, const RunReport& soFar)> afterFolded;
    /// Called after the comparison; the report still lacks the speed-up and the medians of the measured seconds.
    std::function<void(const RunReport& soFar, const ArmRun& regular)> afterCompared;
    /// Called with the regular policy on the executor of the options, recorded in full: medians of kTracedRuns runs, or
    /// a single run with Timing::Off.
    std::function<void(TracedRun regular)> afterRegular;
    /// Called with medians of kTracedRuns folded runs; not called if the run has a fault, nor with Timing::Off.
    std::function<void(TracedRun folded)> afterTraced;
};

/// The inputs of a checked run in addition to its options.
struct CheckedRunInput {
    /// The parse and build seconds, which all arms share; if `schedule` is set, also its schedule and plan seconds.
    PhaseSeconds construction = {};
    RunSinks sinks = {};
    /// A schedule that scheduleFor() made for the task and that is already shown: the folded run that is compared uses
    /// it. Null: runBoth() makes one.
    const Schedule* schedule = nullptr;
    /// Weights for the regular run of the comparison, to rehearse a divergence; null: the weights of the task.
    const Parameters* ofRegular = nullptr;
};

/// Prepares the policy once, makes a warm-up run (the first run of a process pays for threads and kernels), and then:
///  - compares the folded run, recorded in full, with a regular run on LibTorch's plain bodies, an independent
///    implementation: their values and, when training, their gradients;
///  - makes the runs that the sinks need;
///  - unless Timing::Off, measures the four arms of speed_report.h, or two if the engine cannot run (measureSpeed()).
[[nodiscard]] Result<CheckedRun> runBoth(const ArmTask& task, const RunOptions& options, const CheckedRunInput& input,
                                         const RunControl& control);

} // namespace batchscope
