// SPDX-License-Identifier: GPL-3.0-or-later
//
// One NaN spreads through a whole tree in a step or two; what helps is where the first came from.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"
#include "core/trace/divergence.h"

#include <optional>

namespace batchscope {

/// None when all values are finite. Cancelled when stopped.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFinite(const OpGraph& graph, const RecordedState& state,
                                                                    const Parameters& parameters,
                                                                    const RunControl& control);

/// The same for gradients of values: the first one in the order of the backward pass, from the last node to the first.
/// What it was computed from is finite, so the node's consumers (or the loss) made it; `parameter` is one of theirs.
[[nodiscard]] Result<std::optional<NotFiniteOrigin>> firstNotFiniteGradient(const OpGraph& graph,
                                                                            const Gradients& gradients,
                                                                            const Parameters& parameters,
                                                                            const RunControl& control);

/// Both; of a run that did not train, without gradients.
[[nodiscard]] Result<NotFiniteOrigins> notFiniteIn(const OpGraph& graph, const RecordedState& state,
                                                   const std::optional<Gradients>& gradients,
                                                   const Parameters& parameters, const RunControl& control);

} // namespace batchscope
