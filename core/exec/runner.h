// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one arm from graph to values (schedule, plan, run), timed phase by phase; the window, `run` and `bench` all go
// through it, so they report the same thing.
#pragma once

#include "core/exec/executor.h"
#include "core/schedule/policy.h"

#include <functional>

namespace batchscope {

/// Everything that one arm made.
struct ArmRun {
    Schedule schedule;
    BatchPlan plan;
    Execution execution; ///< its seconds hold schedule and plan, too
};

/// Schedules, plans and runs. Errors as makeSchedule and execute.
[[nodiscard]] Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                    Recording recording, const RunControl& control);

/// A folded run beside the regular run of the same graph and weights.
struct CheckedRun {
    ArmRun folded;
    RunReport report;
};

/// Called when the folded run is done and the regular one is still to come; the report has no equality yet.
using FoldedSink = std::function<void(const ArmRun& folded, const RunReport& soFar)>;

/// One warm-up (the first run of a process pays for threads and kernels), the folded run recorded in full, the regular
/// run and their comparison; then both arms again in turn while that stays within a quarter of a second, for medians
/// that one hiccup of the machine does not decide. `construction` holds the parse and build seconds, which both arms
/// share.
[[nodiscard]] Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                         const PhaseSeconds& construction, const RunControl& control,
                                         const FoldedSink& afterFolded);

} // namespace batchscope
