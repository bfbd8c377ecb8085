// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds where the first NaN or infinite number came from: one NaN spreads through a whole tree in a step or two.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"
#include "core/trace/divergence.h"

#include <optional>

namespace batchscope {

/// Finds the first value, in topological order, that is not finite; its arguments are finite. Nullopt if all values are
/// finite. Cancelled when stopped.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFinite(const OpGraph& graph, const RecordedState& state,
                                                                    const Parameters& parameters,
                                                                    const RunControl& control);

/// Finds the first value, from the last node to the first, whose gradient is not finite. The gradients of its consumers
/// are finite, so a consumer or the loss produced it; `parameter` names a weight of a consumer that is not finite,
/// if any. Cancelled when stopped.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFiniteGradient(const OpGraph& graph,
                                                                            const Gradients& gradients,
                                                                            const Parameters& parameters,
                                                                            const RunControl& control);

/// Calls both functions, or only the first if there are no gradients.
[[nodiscard]] Result<NotFiniteOrigins> notFiniteIn(const OpGraph& graph, const RecordedState& state,
                                                   const std::optional<Gradients>& gradients,
                                                   const Parameters& parameters, const RunControl& control);

} // namespace batchscope
