// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a run's events for the viewers that others made: Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace batchscope {

/// One JSON document: an event for each phase of each batch, in one lane; the backward pass in a second lane, behind
/// the forward pass. Each carries its batch, phase and size, and what the batch did. What belongs to no batch (rows put
/// into place before the first, gradients of weights after the last) has an event of its own. A batch that launched
/// nothing has none.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, const Schedule& schedule, const Trace& trace);

} // namespace batchscope
