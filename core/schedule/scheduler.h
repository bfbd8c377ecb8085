// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one loop that turns a graph and a policy into a schedule. A pure function of a const graph, so that policies
// can be compared on one graph.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"

#include <optional>
#include <span>
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

// The steps of every loop that makes a schedule: nodes that were picked leave the frontier and become a batch. The
// Scheduler's loop asks a policy for each pick; a person (hand_schedule.h) picks differently.

using NodeLevels = IdVector<NodeId, std::uint32_t>;

/// The levels that the policy groups by; none where these are OpGraph::levels.
[[nodiscard]] std::optional<NodeLevels> levelsUnlessFromInputs(const OpGraph& graph, const Policy& policy);

/// The nodes of a pick, taken out of the frontier; empty when the pick names nothing that is ready.
[[nodiscard]] std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier);

/// The Schedule error of a pick that names nothing that is ready.
[[nodiscard]] Error choseNothing(const OpGraph& graph, const Schedule& schedule);

/// Without batches, with the memory of what it was.
void startAnew(const Policy& policy, Schedule& schedule);
/// For all nodes; after startAnew.
void makeRoom(const OpGraph& graph, Schedule& schedule);
/// The next batch, of at least one node.
void append(const OpGraph& graph, const Pick& pick, std::span<const NodeId> nodes, Schedule& schedule);

// Schedules policies that always run the lowest level next (Policy::runsLowestLevelFirst). Their batches are known
// before anything runs: nodes sorted by level, then signature. So no Frontier is needed, and a few passes over flat
// arrays are enough. The candidates of each decision are counted from the arguments: while a level runs, the rest of
// that level is ready, and so are nodes of the next level whose last argument has run.
//
// Cost: about 5 ns a node on SST; memory 8 bytes for each level and signature.

/// Whether scheduleByLevel can be used: values are not read early, all ops can batch, and the table of levels and
/// signatures is not much larger than the graph.
[[nodiscard]] bool canScheduleByLevel(const OpGraph& graph);

/// Fills a schedule without batches: with what the loop with a Frontier would give, bit for bit. Cancelled when
/// stopped.
[[nodiscard]] Status scheduleByLevel(const OpGraph& graph, const RunControl& control, Schedule& schedule);

} // namespace batchscope
