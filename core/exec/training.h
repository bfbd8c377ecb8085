// SPDX-License-Identifier: GPL-3.0-or-later
//
// A typical training loop: graph, schedule, forward, backward, update, repeat. Only here do weights change between
// runs, so it shows the real cost of a step: weights are packed and schedules made again at every step.
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
    RunOptions run = {}; ///< row order and executor; the work is training whatever it says
};

struct TrainingStep {
    double loss = 0.0;    ///< before the update
    PhaseSeconds seconds; ///< build is the source's; packing of the changed weights is in gather
};

struct TrainingReport {
    std::vector<TrainingStep> steps;
    std::size_t optimizerBytes = 0; ///< moments and velocities
    /// The loss of the last step is NaN or infinite: the loop ended there, before the weights were updated with it. Or
    /// the last update made such weights.
    bool endedNotFinite = false;

    /// The median of each phase; without the first step, which pays for memory and threads, when there are more.
    [[nodiscard]] PhaseSeconds medians() const;
};

/// The graph of a step, counted from 0; valid until the next call. All have the same op set.
using GraphSource = std::function<Result<const OpGraph*>(std::size_t step)>;

/// Changes the parameters. Ends early at a loss that is not finite. Errors of the source, Optimizer::create and runArm;
/// Cancelled between steps, too.
[[nodiscard]] Result<TrainingReport> train(const GraphSource& source, const Policy& policy, Parameters& parameters,
                                           const TrainingOptions& options, const RunControl& control);

} // namespace batchscope
