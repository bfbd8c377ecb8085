// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes one arm from graph to values (schedule, plan, run), timed phase by phase. The window, `run` and `bench` all use
// it, so they report the same figures.
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

/// Fails like makeSchedule.
[[nodiscard]] Result<TimedSchedule> scheduleFor(const OpGraph& graph, const Policy& policy, const RunOptions& options,
                                                const RunControl& control);

/// Schedules, plans and runs. Fails like makeSchedule and Executor::run. Makes an executor for this run; making it is
/// not timed.
[[nodiscard]] Result<ArmRun> runArm(const ArmTask& task, const RunOptions& options, Recording recording,
                                    const RunControl& control);
/// Uses an executor that the caller keeps between runs. It must have been made for the graph's net and
/// `options.executor`.
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
    /// The very first run, recorded in full.
    std::function<void(TracedRun first)> afterFirst;
    /// Called after the folded run; so far, the report has only its seconds.
    std::function<void(const ArmRun& folded, const RunReport& soFar)> afterFolded;
    /// Called after the comparison; only the speed-up is still missing.
    std::function<void(const RunReport& soFar, const ArmRun& regular)> afterCompared;
    /// The regular policy on the executor of the options, recorded in full: medians of kTracedRuns runs, or a single
    /// run if nothing is timed.
    std::function<void(TracedRun regular)> afterRegular;
    /// The folded run again, with medians of kTracedRuns runs; not called for a faulty run or if nothing is timed.
    std::function<void(TracedRun folded)> afterTraced;
};

/// The inputs of a checked run in addition to its options.
struct CheckedRunInput {
    /// The parse and build seconds, which all arms share; the schedule and plan seconds of `schedule`.
    PhaseSeconds construction = {};
    RunSinks sinks = {};
    /// The schedule that scheduleFor() made for the task, if it is already shown: the recorded and compared run uses
    /// it. Null: runBoth() makes it.
    const Schedule* schedule = nullptr;
    /// Weights for the regular run of the comparison, to rehearse a divergence; null: the weights of the task.
    const Parameters* ofRegular = nullptr;
};

/// Runs a warm-up (the first run of a process pays for threads and kernels), then the folded run, recorded in full, and
/// the regular run on LibTorch's plain bodies (an independent implementation), and compares them, including gradients
/// when training; then the runs that the sinks need; then the four arms of speed_report.h in turn (two without the
/// engine), so often that no single hiccup of the machine decides. A policy that studies the graph does so once, first.
[[nodiscard]] Result<CheckedRun> runBoth(const ArmTask& task, const RunOptions& options, const CheckedRunInput& input,
                                         const RunControl& control);

} // namespace batchscope
