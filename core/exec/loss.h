// SPDX-License-Identifier: GPL-3.0-or-later
//
// The end of a forward pass and the beginning of a backward one; see gradients.h for the loss. Plain numbers, the same
// for every executor. A loss needs labels: a graph without any is refused, and nothing else stands in for them.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <functional>
#include <span>

namespace batchscope {

/// Receives ∂loss/∂value, row by row, and must add it, since a value may be requested twice.
using GradientSink = std::function<void(Value value, std::span<const double> gradient)>;

/// Config error when no requested value has a target. checkTrainable (core/nets/trainable.h) says more where the trees
/// are known.
[[nodiscard]] Status checkTargets(const OpGraph& graph);

/// The loss over the requested values of a finished run (Execution::outputs) that have a target, at least one, and its
/// gradients in order of request.
double lossOf(const OpGraph& graph, std::span<const double> outputs, const GradientSink& add);

} // namespace batchscope
