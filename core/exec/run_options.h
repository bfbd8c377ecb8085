// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is run and how, apart from the graph, its weights and its policy.
#pragma once

#include "core/exec/executor_options.h"
#include "core/exec/work.h"
#include "core/schedule/row_order.h"
#include "core/trace/rehearsed_fault.h"

namespace batchscope {

/// What is compared in addition to the two arms.
enum class Reference {
    None,
    Float64, ///< a regular run in float64 on the same weights
};

/// A checked run that measures its speed-up makes at least six runs of each arm.
enum class Timing {
    Measured,
    Off, ///< nothing is run more often than it must be
};

struct RunOptions {
    Work work = Work::Inference;
    /// The order requested from rowOrderFor(). The engine places rows itself and ignores it.
    RowOrder rowOrder = RowOrder::ByConsumer;
    Reference reference = Reference::None;
    Timing timing = Timing::Measured;
    /// Made in the folded run that runBoth compares, and in no other run.
    Fault fault = Fault::None;
    ExecutorOptions executor = EngineOptions();
    bool operator==(const RunOptions&) const = default;
};

} // namespace batchscope
