// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of a forward pass and the start of a backward pass; gradients.h defines the loss. Uses plain numbers, so the
// result is the same for every executor. A loss needs labels: a graph without labels is rejected.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <functional>
#include <span>

namespace batchscope {

/// Receives ∂loss/∂value, row by row. It must add the gradient, because a value may be requested twice.
using GradientSink = std::function<void(Value value, std::span<const double> gradient)>;

/// Config error if no requested value has a target. checkTrainable (core/nets/trainable.h) gives a more detailed error
/// if the trees are known.
[[nodiscard]] Status checkTargets(const OpGraph& graph);

/// Returns the loss over the requested values of a finished run (Execution::outputs) that have a target, and passes its
/// gradients to `add` in order of request. CHECKs that at least one value has a target.
double lossOf(const OpGraph& graph, std::span<const double> outputs, const GradientSink& add);

} // namespace batchscope
