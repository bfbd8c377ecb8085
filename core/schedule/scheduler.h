// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns a graph and a policy into a schedule. A pure function of a const graph, so that policies can be compared on the
// same graph.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// The schedule of the given policy, or of the policy that it prepares for this graph (Policy::prepared).
/// Schedule error when the policy chooses nothing or a node that is not ready. Cancelled when stopped.
[[nodiscard]] Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control);
/// The same in the memory of a schedule that is no longer needed, which saves new pages.
[[nodiscard]] Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control,
                                            Schedule recycled);

} // namespace batchscope
