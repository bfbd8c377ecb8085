// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a run can do what it was asked for on these trees. Every front end asks here before it spends memory or time
// on the run: core/exec knows the graph, and only core/nets knows where labels would come from.
#pragma once

#include "core/exec/work.h"
#include "core/nets/trainable.h"

namespace batchscope {

/// Training needs labels: errors as checkTrainable. Inference needs nothing.
[[nodiscard]] inline Status checkWork(Work work, const Treebank& bank, const GraphOptions& options,
                                      const OpGraph& graph) {
    return work == Work::Training ? checkTrainable(bank, options, graph) : Status(Ok{});
}

} // namespace batchscope
