// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one arm from graph to values (schedule, plan, run), timed phase by phase; the window, `run` and `bench` all go
// through it, so they report the same thing.
#pragma once

#include "core/exec/engine.h"
#include "core/exec/equality.h"
#include "core/exec/executor.h"
#include "core/exec/work.h"
#include "core/schedule/policy.h"
#include "core/schedule/row_order.h"

#include <functional>
#include <optional>

namespace batchscope {

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
    /// The optimising engine for whatever is folded; none: the plain bodies, one LibTorch call a primitive. The regular
    /// policy and TorchFold's stacking always run the plain bodies: they are what the others are measured against.
    std::optional<EngineOptions> engine = EngineOptions();
    bool operator==(const RunOptions&) const = default;
};

/// Everything that one arm made.
struct ArmRun {
    Schedule schedule;
    BatchPlan plan;                                    ///< empty when the engine ran: it has a plan of its own
    Execution execution;                               ///< its seconds hold schedule and plan, too
    std::optional<Gradients> gradients = std::nullopt; ///< of training
};

/// Whether an arm runs on the engine.
[[nodiscard]] bool usesEngine(const Policy& policy, const RunOptions& options);

/// Schedules, plans and runs. Errors as makeSchedule and execute. `engine` is one of the graph's net with the options'
/// passes, kept from run to run by who runs often; else one is made, and its making is not timed.
[[nodiscard]] Result<ArmRun> runArm(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                    const RunOptions& options, Recording recording, const RunControl& control,
                                    Engine* engine = nullptr);
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
/// build seconds, which both arms share. `ofRegular`: other weights for the regular arm, to rehearse a divergence;
/// null: the same.
[[nodiscard]] Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                         const RunOptions& options, const PhaseSeconds& construction,
                                         const RunControl& control, const FoldedSink& afterFolded,
                                         const Parameters* ofRegular = nullptr);

} // namespace batchscope
