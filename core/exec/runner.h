// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs one arm from graph to values (schedule, plan, run) and times each phase. The window, `run` and `bench` all use
// it, so they report the same figures.
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

/// Whether a checked run also measures its speed-up: at least six runs of each arm.
enum class Timing {
    Measured,
    Off,
};

struct RunOptions {
    Work work = Work::Inference;
    RowOrder rowOrder = RowOrder::ByConsumer;
    Reference reference = Reference::None;
    Timing timing = Timing::Measured;
    Stacking stacking = Stacking::Gather;
    /// The optimising engine; none: the plain bodies, one LibTorch call a primitive. TorchFold's stacking always runs
    /// the plain bodies.
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

/// Whether an arm with these options runs on the engine. Under the policy `regular` it launches node by node there,
/// too.
[[nodiscard]] bool usesEngine(const RunOptions& options);

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

/// What becomes known before runBoth() is done, in this order.
struct RunSinks {
    /// The folded run is done; the report has its seconds only.
    std::function<void(const ArmRun& folded, const RunReport& soFar)> afterFolded;
    /// It is compared; what is still to come is the speed-up.
    std::function<void(const RunReport& soFar)> afterCompared;
};

/// One warm-up (the first run of a process pays for threads and kernels), the folded run recorded in full, its
/// comparison with the regular run on LibTorch's plain bodies (an independent implementation), of gradients too when
/// training; then the four arms of speed_report.h in turn (two without engine), for samples that one hiccup of the
/// machine does not decide. A policy that studies the graph does so once, before. `construction` holds the parse and
/// build seconds, which all arms share. `ofRegular`: other weights for the regular run of the comparison, to
/// rehearse a divergence; null: the same.
[[nodiscard]] Result<CheckedRun> runBoth(const OpGraph& graph, const Policy& policy, const Parameters& parameters,
                                         const RunOptions& options, const PhaseSeconds& construction,
                                         const RunControl& control, const RunSinks& sinks = {},
                                         const Parameters* ofRegular = nullptr);

} // namespace batchscope
