// SPDX-License-Identifier: GPL-3.0-or-later
//
// The options of a run, apart from its weights and its policy.
#pragma once

#include "core/exec/executor_options.h"
#include "core/exec/work.h"
#include "core/schedule/row_order.h"
#include "core/trace/rehearsed_fault.h"

namespace batchscope {

/// An additional run that the two arms are compared with.
enum class Reference {
    None,
    Float64, ///< a regular run in float64 on the same weights
};

/// Selects whether a checked run measures the speed-up: at least six runs of each arm, fewer if they take seconds.
enum class Timing {
    Measured,
    Off, ///< no additional runs for timing
};

struct RunOptions {
    Work work = Work::Inference;
    /// The order requested from rowOrderFor(). The engine places rows itself and ignores it.
    RowOrder rowOrder = RowOrder::ByConsumer;
    Reference reference = Reference::None;
    Timing timing = Timing::Measured;
    /// Applied to the folded run that runBoth() compares, and to no other run.
    Fault fault = Fault::None;
    ExecutorOptions executor = EngineOptions();
    bool operator==(const RunOptions&) const = default;
};

} // namespace batchscope
