// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a run of the plain bodies asked for, counted from the schedule and its wiring.
#pragma once

#include "core/exec/executor.h"
#include "core/schedule/batch_plan.h"

namespace batchscope {

/// Backward products are taken to be those of rows and of weights for each product. O(batches).
[[nodiscard]] RunFigures figuresOfBodies(const PlannedRun& planned, const BatchPlan& plan, const FinishedRun& made);

} // namespace batchscope
