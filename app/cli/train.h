// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of the training loop, `run --train --steps N`; runTraining (commands.h) is the loop. Without --steps,
// `run --train` is one pass, and the weights stay as they are.
#pragma once

#include "app/cli/app.h"
#include "core/exec/optimizer.h"

#include <optional>

namespace batchscope {

struct TrainingChoice {
    std::size_t steps = 0; ///< 0: no loop
    std::size_t batch = 0; ///< trees a step; 0: all that are selected
    OptimizerOptions optimizer;
    std::optional<double> learningRate; ///< none: 0.01 for sgd, 0.001 for adam

    [[nodiscard]] OptimizerOptions optimizerOptions() const;
};

/// Adds the loop's options to `run`, after --train and --check.
void addTrainingLoop(CLI::App& run, TrainingChoice& choice);

} // namespace batchscope
