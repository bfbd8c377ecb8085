// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a schedule. A schedule that passes can be executed and computes what the graph defines.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// Every node runs exactly once and at its recorded place; a batch has one signature; nodes of unbatchable ops run
/// alone; arguments come from earlier batches. A Schedule error names the first node or batch that breaks a rule.
[[nodiscard]] Status validate(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
