// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one loop that turns a graph and a policy into a schedule. A pure function of a const graph, so that policies
// can be compared on one graph.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"

#include <utility>
#include <vector>

namespace batchscope {

/// The schedule of the given policy, or of the policy that it prepares for this graph (Policy::prepared).
/// Schedule error when the policy chooses nothing or a node that is not ready. Cancelled when stopped.
[[nodiscard]] Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control);

/// Makes one schedule after another in the same memory, which saves new pages. Equal to makeSchedule.
class Scheduler {
public:
    /// Errors as makeSchedule; schedule() is then worth nothing.
    [[nodiscard]] Status run(const OpGraph& graph, const Policy& asked, const RunControl& control);
    /// What the last run made; empty before the first. Good until the next one.
    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }
    /// The same to keep. The next run begins with new memory.
    [[nodiscard]] Schedule take() { return std::exchange(m_schedule, {}); }

private:
    Schedule m_schedule;
};

/// The nodes of a pick, taken out of the frontier; empty when the pick names nothing that is ready.
[[nodiscard]] std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier);

} // namespace batchscope
