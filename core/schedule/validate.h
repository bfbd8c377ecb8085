// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: trust. A schedule that passes is executable and means what the graph means.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// Every node exactly once and at its place; one signature a batch; unbatchable ops alone; arguments from earlier
/// batches. A Schedule error names the first node or batch that breaks a rule.
[[nodiscard]] Status validate(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
