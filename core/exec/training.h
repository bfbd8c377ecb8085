// SPDX-License-Identifier: GPL-3.0-or-later
//
// A typical training loop: graph, schedule, forward, backward, update, repeat. Only here do weights change between
// runs, so it shows the real cost of a step: every step packs the weights and makes a schedule again.
//
//     const auto batches = [&](std::size_t step) -> Result<const OpGraph*> { return &graphs[step % graphs.size()]; };
//     Result<TrainingReport> report = train(batches, policy, parameters, {.steps = 20}, control, {});
#pragma once

#include "core/exec/optimizer.h"
#include "core/exec/runner.h"

#include <functional>
#include <vector>

namespace batchscope {

struct TrainingOptions {
    std::size_t steps = 1;
    OptimizerOptions optimizer = {};
    RunOptions run = {}; ///< row order and executor; `work` is ignored, the loop always trains
};

struct TrainingStep {
    double loss = 0.0;    ///< before the update
    PhaseSeconds seconds; ///< build is the time of the source; packing the changed weights counts as gather
};

struct TrainingReport {
    std::vector<TrainingStep> steps;
    std::size_t optimizerBytes = 0; ///< size of moments and velocities
    /// True if the loop ended because the loss of the last step is NaN or infinite (the weights were then not updated),
    /// or if the last update produced such weights.
    bool endedNotFinite = false;

    /// The median of each phase. Skips the first step, which pays for memory and threads, if there are more steps.
    [[nodiscard]] PhaseSeconds medians() const;
};

/// Returns the graph of a step, counted from 0; valid until the next call. All graphs have the same op set.
using GraphSource = std::function<Result<const OpGraph*>(std::size_t step)>;

/// Changes the parameters. Ends early if the loss is not finite. Returns the errors of the source, Optimizer::create
/// and runArm; Cancelled if stopped, also between steps.
[[nodiscard]] Result<TrainingReport> train(const GraphSource& source, const Policy& policy, Parameters& parameters,
                                           const TrainingOptions& options, const RunControl& control);

} // namespace batchscope
