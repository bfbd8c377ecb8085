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

/// The schedule of the given policy, or of the policy that it prepares for this graph (Policy::prepared). Fails like
/// Policy::accepts() and prepared(). Schedule error if the policy picks nothing that is ready. Cancelled when stopped.
[[nodiscard]] Result<Schedule> makeSchedule(const OpGraph& graph, const Policy& asked, const RunControl& control);

/// Makes one schedule after another and reuses the memory, which is faster. The results equal those of makeSchedule().
class Scheduler {
public:
    /// Makes a schedule. Fails like makeSchedule(); schedule() is then meaningless.
    [[nodiscard]] Status run(const OpGraph& graph, const Policy& asked, const RunControl& control);
    /// The result of the last run, valid until the next one; empty before the first.
    [[nodiscard]] const Schedule& schedule() const { return m_schedule; }
    /// Moves the last schedule out. The next run allocates new memory.
    [[nodiscard]] Schedule take() { return std::exchange(m_schedule, {}); }

private:
    Schedule m_schedule;
};

/// Takes the nodes of a pick out of the frontier. Empty if the pick names nothing that is ready or no possible batch.
[[nodiscard]] std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier);

} // namespace batchscope
