// SPDX-License-Identifier: GPL-3.0-or-later
//
// One arm from graph to values (schedule, plan, run), timed phase by phase; the window, `run` and `bench` all go
// through it, so they report the same thing.
#pragma once

#include "core/exec/equality.h"
#include "core/exec/executor.h"
#include "core/exec/run_options.h"
#include "core/schedule/policy.h"
#include "core/trace/time_line.h"

#include <functional>
#include <optional>

namespace batchscope {

/// What an arm runs, and how it batches; all of it outlives the run.
struct ArmTask {
    const OpGraph& graph;
    const Policy& policy;
    const Parameters& parameters;
};

/// Everything that one arm made.
struct ArmRun {
    Schedule schedule;                                 ///< as it ran, rows in order
    Execution execution;                               ///< its seconds hold schedule and plan, too
    std::optional<Gradients> gradients = std::nullopt; ///< of training
};

/// A schedule as it runs, rows in order, and what it took to make it.
struct TimedSchedule {
    Schedule schedule;
    double scheduleSeconds = 0.0;
    double orderSeconds = 0.0;
};

/// Errors as makeSchedule.
[[nodiscard]] Result<TimedSchedule> scheduleFor(const OpGraph& graph, const Policy& policy, const RunOptions& options,
                                                const RunControl& control);

/// Schedules, plans and runs. Errors as makeSchedule and Executor::run. The executor is made for this run; its making
/// is not timed.
[[nodiscard]] Result<ArmRun> runArm(const ArmTask& task, const RunOptions& options, Recording recording,
                                    const RunControl& control);
/// The same with an executor that the caller keeps between runs. It must have been made for the graph's net and
/// `options.executor`.
[[nodiscard]] Result<ArmRun> runArm(const ArmTask& task, Executor& executor, const RunOptions& options,
                                    Recording recording, const RunControl& control);

/// A folded run and the regular run of the same graph and weights.
struct CheckedRun {
    ArmRun folded;
    RunReport report;
};

inline constexpr std::size_t kTracedRuns = 5;

/// What becomes known before runBoth() is done, in this order. Runs that only one of these wants are made only where it
/// is set.
struct RunSinks {
    /// The very first run, recorded in full.
    std::function<void(TracedRun first)> afterFirst;
    /// The folded run is done; the report has its seconds only.
    std::function<void(const ArmRun& folded, const RunReport& soFar)> afterFolded;
    /// It is compared; what is still to come is the speed-up.
    std::function<void(const RunReport& soFar, const ArmRun& regular)> afterCompared;
    /// Regular on the executor of the options, recorded in full: medians of kTracedRuns runs, or a single run where
    /// nothing is timed.
    std::function<void(TracedRun regular)> afterRegular;
    /// The folded run once more, with medians of kTracedRuns runs; not of a faulty run, and not where nothing is timed.
    std::function<void(TracedRun folded)> afterTraced;
};

/// What a checked run is given in addition to its options.
struct CheckedRunInput {
    /// The parse and build seconds, which all arms share; the schedule and plan seconds of `schedule`.
    PhaseSeconds construction = {};
    RunSinks sinks = {};
    /// What scheduleFor() made of the task, where it is shown: the run that is recorded and compared runs it. Null: it
    /// is made here.
    const Schedule* schedule = nullptr;
    /// Other weights for the regular run of the comparison, to rehearse a divergence; null: the same.
    const Parameters* ofRegular = nullptr;
};

/// One warm-up (the first run of a process pays for threads and kernels), the folded run recorded in full, its
/// comparison with the regular run on LibTorch's plain bodies (an independent implementation), of gradients too when
/// training; the runs that the sinks ask for; then the four arms of speed_report.h in turn (two without engine), for
/// samples that one hiccup of the machine does not decide. A policy that studies the graph does so once, before.
[[nodiscard]] Result<CheckedRun> runBoth(const ArmTask& task, const RunOptions& options, const CheckedRunInput& input,
                                         const RunControl& control);

} // namespace batchscope
