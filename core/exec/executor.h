// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: runs a planned schedule on LibTorch. Regular and folded runs go through this one function, with the same weights
// and the same kernels; only the schedule differs.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/execution.h"
#include "core/exec/parameters.h"
#include "core/schedule/legacy_stacking.h"

namespace batchscope {

enum class Recording {
    Seconds, ///< phases only: what a timing run needs
    Full,    ///< and the events of every batch
};

/// Every value stays readable in the state, whatever is recorded. No gradients are tracked. Backend errors name batch,
/// op and operand shapes; Cancelled when stopped between batches.
[[nodiscard]] Result<Execution> execute(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                        const Parameters& parameters, Recording recording, const RunControl& control,
                                        Stacking stacking = Stacking::Gather);

} // namespace batchscope
