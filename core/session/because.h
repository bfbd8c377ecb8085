// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second layer of the caption: why what happens at a stage is legal, and why it is faster; or, as plainly, why
// nothing is gained. Made from the shown schedule and, where there was one, its run; what was not measured is not told.
#pragma once

#include "core/session/snapshot.h"

#include <string>

namespace batchscope {

/// One to three sentences. `batch` is the one being made; it is looked at in batch stages only. Needs graph, schedule,
/// plan. Cost: linear in the nodes and arguments of the batch; outside batch stages, in those of the graph.
[[nodiscard]] std::string becauseOf(const Snapshot& snapshot, StoryStage stage, BatchId batch);

} // namespace batchscope
