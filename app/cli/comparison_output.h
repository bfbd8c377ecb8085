// SPDX-License-Identifier: GPL-3.0-or-later
//
// `run --check` as text: the speed-up, whether values and gradients are equal and within what, and why not.
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"
#include "core/trace/run_report.h"

namespace batchscope {

/// Needs report.equality. The schedule is the one that the folded run followed.
void printComparison(const OpGraph& graph, const Schedule& schedule, const RunReport& report);

} // namespace batchscope
