// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gradients of a mini-batch whose trees are dealt out to the ranks of a group: their mean over all labeled outputs,
// as one process with all the trees would find it. Weights are summed whole; of tables that are only looked up, the
// rows that any rank looked up are exchanged.
#pragma once

#include "core/exec/gradients.h"
#include "core/exec/process_group.h"

#include <cstddef>

namespace batchscope {

/// The ops are those of the graphs. `own`: of this rank's share, which has so many labeled outputs; null without trees.
/// All ranks get the same gradients, and the same loss. Their values by node are not there. Config error: no rank has a
/// labeled output. Errors of ProcessGroup.
[[nodiscard]] Result<Gradients> sumOfRanks(const OpSet& ops, const Gradients* own, std::size_t labeled,
                                           ProcessGroup& group);

} // namespace batchscope
