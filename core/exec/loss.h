// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes the loss (defined in gradients.h) at the end of a forward pass, and its gradients, from which the backward
// pass starts. All executors share this code. A loss needs labels: a graph without labels is rejected.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <functional>
#include <span>

namespace batchscope {

/// Receives ∂loss/∂value of one request, valid during the call. It must add the gradient to that of the value, because
/// a value may be requested twice.
using GradientSink = std::function<void(Value value, std::span<const double> gradient)>;

/// Config error if no requested value has a target. checkTrainable (core/nets/trainable.h) gives a more detailed error
/// if the trees are known.
[[nodiscard]] Status checkTargets(const OpGraph& graph);

/// Returns the loss over the requested values of a finished run (Execution::outputs) that have a target, and passes its
/// gradients to `add` in order of request. CHECKs that at least one value has a target.
double lossOf(const OpGraph& graph, std::span<const double> outputs, const GradientSink& add);

} // namespace batchscope
