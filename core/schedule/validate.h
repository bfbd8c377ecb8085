// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks a schedule. A schedule that passes can be executed and computes what the graph defines.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace batchscope {

/// Checks the rules below. A Schedule error names the first node or batch that breaks one.
[[nodiscard]] Status validate(const OpGraph& graph, const Schedule& schedule);

/// The rules for a schedule, in the order in which they are checked: after AllRun, batch by batch.
enum class ScheduleRule : std::uint8_t {
    TablesMatch,      ///< its tables have the right sizes
    NodesExist,       ///< all nodes are in the graph
    RunOnce,          ///< no node runs twice
    AllRun,           ///< no node is missing
    NoEmptyBatch,     ///< each batch has a node
    UnbatchableAlone, ///< a node whose op cannot be batched (Op::batchable) runs alone
    RoundsInOrder,    ///< no batch follows one of a later round (OpGraph::rounds)
    PlacesRecorded,   ///< Schedule::places gives the place of each node
    OneSignature,     ///< all nodes of a batch have one signature
    OneRound,         ///< all nodes of a batch belong to one round
    ArgumentsEarlier, ///< arguments run in an earlier batch than the node
};

/// The first violation of a rule.
struct ScheduleFault {
    ScheduleRule rule = ScheduleRule::TablesMatch;
    BatchId batch = {};    ///< set from NoEmptyBatch on
    NodeId node = {};      ///< RunOnce, AllRun (the first missing), and from PlacesRecorded on
    NodeId needed = {};    ///< ArgumentsEarlier: the argument
    std::size_t entry = 0; ///< index into Schedule::nodes; AllRun: its size; TablesMatch: 0
    std::size_t nodes = 0; ///< AllRun: of the graph; UnbatchableAlone: of the batch; from PlacesRecorded on: the row
};

/// Nullopt if the schedule is valid.
[[nodiscard]] std::optional<ScheduleFault> firstFault(const OpGraph& graph, const Schedule& schedule);
/// Describes the fault, without the schedule's name.
[[nodiscard]] std::string scheduleFaultText(const ScheduleFault& fault);

} // namespace batchscope
