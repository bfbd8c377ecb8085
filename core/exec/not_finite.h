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

/// Returns nullopt if all values are finite. Cancelled when stopped.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFinite(const OpGraph& graph, const RecordedState& state,
                                                                    const Parameters& parameters,
                                                                    const RunControl& control);

/// Finds the first gradient of a value that is not finite, from the last node to the first. It depends on finite
/// gradients only, so the node's consumers (or the loss) produced it; `parameter` names a parameter of a consumer.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFiniteGradient(const OpGraph& graph,
                                                                            const Gradients& gradients,
                                                                            const Parameters& parameters,
                                                                            const RunControl& control);

/// Calls both functions, or only the first if there are no gradients.
[[nodiscard]] Result<NotFiniteOrigins> notFiniteIn(const OpGraph& graph, const RecordedState& state,
                                                   const std::optional<Gradients>& gradients,
                                                   const Parameters& parameters, const RunControl& control);

} // namespace batchscope
