// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that folding does not change what a net computes: compares the values and gradients of two runs, with
// tolerances, because batched matrix products round differently from single ones.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/execution.h"
#include "core/exec/gradients.h"
#include "core/graph/op_graph.h"

namespace batchscope {

/// Compares every output of every node, in topological order. The tolerance is valueTolerance(), relative to the run
/// `reference`: 1e-5 + 1e-4 · |reference| for float32, 1e-12 + 1e-9 · |reference| for float64. Cancelled when stopped.
[[nodiscard]] Result<EqualityReport> compareRuns(const OpGraph& graph, const RecordedState& reference,
                                                 const RecordedState& other, const RunControl& control);

/// Compares the requested values only, in order of request; unequal if the sizes of the outputs differ. The graphs of
/// the runs may have different nodes, but must request rows of the same widths as `graph`.
[[nodiscard]] EqualityReport compareRequested(const OpGraph& graph, const Execution& reference, const Execution& other);

/// Compares the gradients of parameters and values; skips values without a separate gradient (Gradients::State). The
/// tolerance is gradientTolerance() times the largest entry of each gradient, but at least gradientNoise() times the
/// largest entry of all. Cancelled when stopped.
[[nodiscard]] Result<GradientReport> compareGradients(const OpGraph& graph, const Gradients& reference,
                                                      const Gradients& other, const RunControl& control);

/// Compares the gradients of parameters only. The graphs of the runs may have different nodes.
[[nodiscard]] GradientReport compareParameterGradients(const OpSet& ops, const Gradients& reference,
                                                       const Gradients& other);

} // namespace batchscope
