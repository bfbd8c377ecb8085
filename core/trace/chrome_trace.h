// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the events of a run for the viewers Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace batchscope {

/// One JSON document with an event for each phase of each batch: the forward pass in one lane, the backward pass after
/// it in a second lane. Each event carries its batch, phase and size, and what the batch did. Work that belongs to no
/// batch (rows put into place before the first, gradients of weights after the last) has its own event. A batch that
/// launched nothing has none.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, const Schedule& schedule, const Trace& trace);

} // namespace batchscope
