// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the end of a forward pass and the beginning of a backward one; see gradients.h for the loss. Plain numbers, the
// same for every executor.
#pragma once

#include "core/graph/op_graph.h"

#include <functional>
#include <span>

namespace batchscope {

/// Is told ∂loss/∂value, row by row: to be added, since a value may be requested twice.
using GradientSink = std::function<void(Value value, std::span<const double> gradient)>;

/// The loss over the requested values of a finished run (Execution::outputs), and its gradients in order of request.
double lossOf(const OpGraph& graph, std::span<const double> outputs, const GradientSink& add);

} // namespace batchscope
