// SPDX-License-Identifier: GPL-3.0-or-later
//
// What makes the schedule of a session: the policy that was chosen, or a schedule that is given in its place, read from
// a file (SessionConfig::given).
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"
#include "core/session/session_config.h"

#include <memory>
#include <string>

namespace batchscope {

/// Whether the graph can be run as the given schedule says; false where none is given. Linear in the nodes.
[[nodiscard]] bool takesGiven(const SessionConfig& config, const OpGraph& graph);

/// The given schedule as a policy of its name where takesGiven, else the policy of that name, which lives as long as
/// the program. Config error for an unknown one.
[[nodiscard]] Result<std::shared_ptr<const Policy>> chosenPolicy(const SessionConfig& config, const OpGraph& graph);

// A schedule from a file, for every front end: `--schedule` of the command line and *Open schedule* of the window.
// schedule_json.h describes the format.

/// The schedule of this graph in the file. Errors as readFileBytes (Io) and parseSchedule (Parse, with
/// `file:line:column`).
[[nodiscard]] Result<Schedule> readSchedule(const std::string& file, const OpGraph& graph, const RunControl& control);

} // namespace batchscope
