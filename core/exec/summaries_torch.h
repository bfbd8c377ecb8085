// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: turns the state of a run into the plain figures that the inspector shows.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/tensors_torch.h"
#include "core/schedule/batch_plan.h"

namespace batchscope {

/// Fills summaries for every output of every node. Linear in the numbers of the state. Cancelled when stopped.
[[nodiscard]] Status recordSummaries(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                     Execution& execution, const RunControl& control);

} // namespace batchscope
