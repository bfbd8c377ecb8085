// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two passes of the interpreter over a planned run. Both take the run with its wiring, batch by batch; what
// LibTorch throws is caught and becomes a Backend error that says where it happened.
#pragma once

#include "core/exec/executor.h"
#include "core/exec/interpreter/tensors_torch.h"

#include <memory>

namespace batchscope {

/// A planned run and where its values will be stored.
struct WiredRun {
    const PlannedRun& planned;
    std::shared_ptr<const StoreLayout> layout; ///< of the planned run's graph and schedule
    Stacking stacking;

    [[nodiscard]] const BatchPlan& plan() const { return layout->plan; }
};

/// The batches in order. Cancelled when stopped between two.
[[nodiscard]] Result<Execution> runForward(const WiredRun& run);

/// The batches in reverse over a finished forward pass; the execution's trace gets the backward events
/// (Recording::Full) and its seconds the backward phase. The graph has targets (checkTargets). Cancelled as above.
[[nodiscard]] Result<Gradients> runBackward(const WiredRun& run, Execution& execution);

} // namespace batchscope
