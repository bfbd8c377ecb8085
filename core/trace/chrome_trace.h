// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the events of a run for the viewers Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.
#pragma once

#include "core/trace/roof_position.h"
#include "core/trace/time_line.h"

#include <span>
#include <string>
#include <string_view>

namespace batchscope {

/// A run as a row of its own.
struct TraceLane {
    std::string_view name;
    const TracedRun& run;  ///< of the graph
    MachineRoof roof = {}; ///< of as many threads; unknown: no position under it is written
};

/// One JSON document with a thread for each run, the first one being what its head describes, and an event for each
/// span of time_line.h. Events of batches carry their batch, phase and size, and those of forward passes what the batch
/// did, and where it is under the roofline. A batch that launched nothing has none. Where several threads worked, each
/// has a row below that of its run, with its shares. `lanes`: at least one.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes);

} // namespace batchscope
