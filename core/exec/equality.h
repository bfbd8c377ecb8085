// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: folding must not change what a net computes. Two runs of one graph are compared over every output of every node,
// in topological order, with tolerances: batched matrix products round differently from single ones.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/execution.h"

namespace batchscope {

/// A run and where its rows lie.
struct PlacedRun {
    const Schedule& schedule;
    const BatchPlan& plan;
    const Execution& execution;
};

/// `reference` is the regular run. Tolerances: 1e-5 absolute and 1e-4 relative for float32, 1e-12 and 1e-9 for float64.
/// Cancelled when stopped.
[[nodiscard]] Result<EqualityReport> compareRuns(const OpGraph& graph, const PlacedRun& reference,
                                                 const PlacedRun& other, const RunControl& control);

} // namespace batchscope
