// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding must not change what a net computes. Compares two runs of a graph, every output of every node in topological
// order, with tolerances: batched matrix products round differently from single ones.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/execution.h"
#include "core/exec/gradients.h"
#include "core/graph/op_graph.h"

namespace batchscope {

/// `reference` is the regular run. Tolerances: 1e-5 absolute and 1e-4 relative for float32, 1e-12 and 1e-9 for float64.
/// Cancelled when stopped.
[[nodiscard]] Result<EqualityReport> compareRuns(const OpGraph& graph, const RecordedState& reference,
                                                 const RecordedState& other, const RunControl& control);

/// Compares the requested values only, in order of request. The graphs of the runs may have different nodes.
[[nodiscard]] EqualityReport compareRequested(const OpGraph& graph, const Execution& reference, const Execution& other);

/// Compares gradients. Tolerance: 1e-4 (float32) or 1e-9 (float64) of the largest entry of each parameter and row, but
/// at least gradientNoise() of the largest entry of all; see GradientReport.
[[nodiscard]] Result<GradientReport> compareGradients(const OpGraph& graph, const Gradients& reference,
                                                      const Gradients& other, const RunControl& control);

/// Compares the gradients of parameters only. The graphs of the runs may have different nodes.
[[nodiscard]] GradientReport compareParameterGradients(const OpSet& ops, const Gradients& reference,
                                                       const Gradients& other);

} // namespace batchscope
