// SPDX-License-Identifier: GPL-3.0-or-later
//
// Folding must not change what a net computes. Two runs of one graph are compared over every output of every node,
// in topological order, with tolerances: batched matrix products round differently from single ones.
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

/// The requested values only, in order of request: for runs whose graphs hold other nodes (merged ones, for example).
[[nodiscard]] EqualityReport compareRequested(const OpGraph& graph, const Execution& reference, const Execution& other);

/// The same for gradients. Tolerance: for float32 1e-4, for float64 1e-9, of the largest entry of each
/// parameter and row, but never less than gradientNoise() of the largest of all; see GradientReport.
[[nodiscard]] Result<GradientReport> compareGradients(const OpGraph& graph, const Gradients& reference,
                                                      const Gradients& other, const RunControl& control);

/// Of the parameters only: for runs whose graphs hold other nodes.
[[nodiscard]] GradientReport compareParameterGradients(const OpSet& ops, const Gradients& reference,
                                                       const Gradients& other);

} // namespace batchscope
