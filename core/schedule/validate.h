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

/// Every node runs exactly once and at its recorded place; a batch has one signature; nodes of unbatchable ops run
/// alone; arguments come from earlier batches. A Schedule error names the first node or batch that breaks a rule.
[[nodiscard]] Status validate(const OpGraph& graph, const Schedule& schedule);

/// What a schedule must keep to, in the order in which it is checked.
enum class ScheduleRule : std::uint8_t {
    TablesMatch,      ///< sizes of its tables
    NodesExist,       ///< in the graph
    RunOnce,          ///< no node twice
    AllRun,           ///< no node missing
    NoEmptyBatch,     ///< each has a node
    UnbatchableAlone, ///< see Op::batchable
    RoundsInOrder,    ///< see OpGraph::rounds
    PlacesRecorded,   ///< Schedule::places says where each node is
    OneSignature,     ///< in a batch
    OneRound,         ///< in a batch
    ArgumentsEarlier, ///< in an earlier batch than the node
};

/// The first breach of a rule.
struct ScheduleFault {
    ScheduleRule rule = ScheduleRule::TablesMatch;
    BatchId batch = {};    ///< from NoEmptyBatch on
    NodeId node = {};      ///< RunOnce, AllRun (the first that is missing), and from PlacesRecorded on
    NodeId needed = {};    ///< ArgumentsEarlier
    std::size_t entry = 0; ///< of Schedule::nodes where it is; else 0
    std::size_t nodes = 0; ///< AllRun: of the graph; UnbatchableAlone: of the batch
};

/// None where validate() finds nothing.
[[nodiscard]] std::optional<ScheduleFault> firstFault(const OpGraph& graph, const Schedule& schedule);
/// The fault in words, without the schedule's name.
[[nodiscard]] std::string scheduleFaultText(const ScheduleFault& fault);

} // namespace batchscope
