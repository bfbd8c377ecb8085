// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one arm from graph to values (schedule, plan, run), timed phase by phase; the window, `run` and `bench` all go
// through it, so they report the same thing.
#pragma once

#include "core/exec/equality.h"
#include "core/exec/executor.h"
#include "core/schedule/policy.h"
#include "core/schedule/row_order.h"

#include <functional>
#include <optional>

namespace batchscope {

enum class Work {
    Inference, ///< forward only
    Training,  ///< forward, loss and backward; weights stay as they are
};

/// What is compared beside the two arms.
enum class Reference {
    None,
    Float64, ///< a regular run in float64 on the same weights
};

struct RunOptions {
    Work work = Work::Inference;
    RowOrder rowOrder = RowOrder::ByConsumer;
    Reference reference = Reference::None;
    Stacking stacking = Stacking::Gather;
    bool operator==(const RunOptions&) const = default;
};

/// Everything that one arm made.
struct ArmRun {
    Schedule schedule;
    BatchPlan plan;
    Execution execution;                               ///< its seconds hold schedule and plan, too
    std::optional<Gradients> gradients = std::nullopt; ///< of training
};

/// Schedules, plans and runs. Errors as makeSchedule and execute.
[[nodiscard]] Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                    const RunOptions& options, Recording recording, const RunControl& control);
/// Runs what is scheduled and planned already.
[[nodiscard]] Result<ArmRun> runPlanned(const OpGraph& graph, Schedule schedule, BatchPlan plan,
                                        const Parameters& parameters, Work work, Recording recording,
                                        const RunControl& control, Stacking stacking = Stacking::Gather);

/// A folded run beside the regular run of the same graph and weights.
struct CheckedRun {
    ArmRun folded;
    RunReport report;
};

[[nodiscard]] inline PlacedRun placed(const ArmRun& run) {
    return {run.schedule, run.plan, run.execution};
}
/// Needs gradients.
[[nodiscard]] inline PlacedGradients placedGradients(const ArmRun& run) {
    return {run.schedule, run.plan, *run.gradients};
}

/// Called when the folded run is done and the regular one is still to come; the report has no equality yet.
using FoldedSink = std::function<void(const ArmRun& folded, const RunReport& soFar)>;

/// One warm-up (the first run of a process pays for threads and kernels), the folded run recorded in full, the regular
/// run and their comparison, of gradients too when training; then both arms again in turn while that stays within a
/// quarter of a second, for medians that one hiccup of the machine does not decide. `construction` holds the parse and
/// build seconds, which both arms share.
[[nodiscard]] Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                         const RunOptions& options, const PhaseSeconds& construction,
                                         const RunControl& control, const FoldedSink& afterFolded);

} // namespace batchscope
