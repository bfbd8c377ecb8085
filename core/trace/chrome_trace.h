// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a run's events for the viewers that others made: Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.
#pragma once

#include "core/trace/trace.h"

#include <string>

namespace batchscope {

/// One JSON document: an event for each phase of each batch, in one lane; the backward pass in a second lane, behind
/// the forward pass. Each carries its batch, step and size.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, const Schedule& schedule, const Trace& trace);

} // namespace batchscope
