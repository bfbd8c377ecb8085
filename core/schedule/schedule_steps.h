// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of every loop that makes a schedule: nodes that were picked leave the frontier and become a batch. The
// Scheduler's loop asks a policy for each pick; a person (hand_schedule.h) and a step that waits (waiting.h) pick
// differently.
#pragma once

#include "core/schedule/policy.h"

#include <optional>
#include <span>
#include <vector>

namespace batchscope {

using NodeLevels = IdVector<NodeId, std::uint32_t>;

/// The levels that the policy groups by; none where these are OpGraph::levels.
[[nodiscard]] std::optional<NodeLevels> levelsUnlessFromInputs(const OpGraph& graph, const Policy& policy);

/// The nodes of a pick, taken out of the frontier; empty when the pick names nothing that is ready.
[[nodiscard]] std::vector<NodeId> takePicked(const OpGraph& graph, const Pick& pick, Frontier& frontier);

/// Of a policy that picked nothing that is ready.
[[nodiscard]] Error choseNothing(const OpGraph& graph, const Schedule& schedule);

/// Without batches, with the memory of what it was.
void startAnew(const Policy& policy, Schedule& schedule);
/// For all nodes; after startAnew.
void makeRoom(const OpGraph& graph, Schedule& schedule);
/// The next batch, of at least one node.
void append(const OpGraph& graph, const Pick& pick, std::span<const NodeId> nodes, Schedule& schedule);

} // namespace batchscope
