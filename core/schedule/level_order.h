// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules policies that always run the lowest level next (PolicyTraits::runsLowestLevelFirst). Their batches are
// known before anything runs: nodes sorted by level, then signature. So no Frontier is needed, and a few passes over
// flat arrays are enough. The candidates of each decision are counted from the arguments: while a level runs, the rest
// of that level is ready, and so are nodes of the next level whose last argument has run.
//
// Cost: about 5 ns a node on SST; memory 8 bytes for each level and signature.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// Whether scheduleByLevel can be used: values are not read early, all ops can batch, and the table of levels and
/// signatures is not much larger than the graph.
[[nodiscard]] bool canScheduleByLevel(const OpGraph& graph);

/// Fills a schedule without batches: with what the loop with a Frontier would give, bit for bit. Cancelled when
/// stopped.
[[nodiscard]] Status scheduleByLevel(const OpGraph& graph, const RunControl& control, Schedule& schedule);

} // namespace batchscope
