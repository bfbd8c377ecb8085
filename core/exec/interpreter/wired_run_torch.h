// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two passes of the interpreter over a planned run with its wiring, batch by batch. Exceptions of LibTorch become
// Backend errors that say where they happened.
#pragma once

#include "core/exec/executor.h"
#include "core/exec/interpreter/tensors_torch.h"

#include <memory>

namespace batchscope {

/// A planned run and the memory layout of its values.
struct WiredRun {
    const PlannedRun& planned;
    std::shared_ptr<const StoreLayout> layout; ///< for the graph and schedule of the planned run
    Stacking stacking;

    [[nodiscard]] const BatchPlan& plan() const { return layout->plan; }
};

/// Runs the batches in order. Cancelled when stopped between two batches.
[[nodiscard]] Result<Execution> runForward(const WiredRun& run);

/// Runs the batches in reverse after the forward pass. Adds backward events to the execution's trace (Recording::Full)
/// and the backward phase to its seconds. The graph must have targets (checkTargets). Cancelled likewise.
[[nodiscard]] Result<Gradients> runBackward(const WiredRun& run, Execution& execution);

} // namespace batchscope
