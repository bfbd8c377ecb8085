// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule as a file that people and scripts can write: which nodes run together, and in which order.
//
//     {"format": "batchscope-schedule", "version": 1, "policy": "agenda",
//      "graph": {"nodes": 10, "structure": "2f6c0a4be1d09a53"},
//      "batches": [
//       {"op": "leaf", "nodes": [0, 1, 3, 6, 7]},
//       {"op": "children", "nodes": [2, 8]}]}
//
// Nodes are numbered from 0, as `run --list nodes` lists them. `graph` identifies the graph: the number of nodes and
// structureHash (given_schedule.h) in hexadecimal digits, so that a schedule of other trees is refused. `policy` names
// the origin of the schedule, and `op` helps readers; both may be missing, but a wrong op is an error.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <string>
#include <string_view>

namespace batchscope {

/// Writes one batch per line, with a line end. The schedule must be one of this graph.
[[nodiscard]] std::string scheduleJson(const OpGraph& graph, const Schedule& schedule);

/// Reads the output of scheduleJson, with rows in the order of the file. Reasons are Reason::AsGiven. `file` is named
/// in errors. Parse errors with `file:line:column`: text that is not JSON; a key or value that is missing, unknown,
/// duplicate or of another type; a schedule of another graph; the first violation of a rule of validate(), at the node
/// or batch. Linear time.
[[nodiscard]] Result<Schedule> parseSchedule(std::string_view text, const std::string& file, const OpGraph& graph);

} // namespace batchscope
