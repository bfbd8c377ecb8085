// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules as files of the command line: read in place of a policy's, and saved.
#pragma once

#include "app/cli/commands.h"
#include "app/cli/situation.h"
#include "core/schedule/given_schedule.h"

#include <memory>
#include <string>

namespace batchscope {

/// The schedule of --schedule as a policy that is named after the file; null without that option. Errors of the file,
/// and where it is for another graph, with file:line:column.
[[nodiscard]] Result<std::unique_ptr<GivenPolicy>> givenPolicy(const CliOptions& options, const OpGraph& graph,
                                                               const RunControl& control);

/// Has `bench` time the schedule of --schedule: on all selected trees, unless --batch says otherwise. Nothing without
/// that option. Errors as givenPolicy.
[[nodiscard]] Status giveSchedule(BenchConfig& config, const CliOptions& options, const Treebank& bank,
                                  const RunControl& control);

/// Writes the schedule to the file of --save-schedule, if one was asked for.
[[nodiscard]] Status saveSchedule(const CliOptions& options, const OpGraph& graph, const Schedule& schedule);

// Why an option has no effect, for the table of applies.cpp; empty where it has one.
[[nodiscard]] std::string whyNoGivenSchedule(const Situation& in); ///< --schedule
[[nodiscard]] std::string whyNoSavedSchedule(const Situation& in); ///< --save-schedule
[[nodiscard]] std::string whyNoDiff(const Situation& in);          ///< --diff
[[nodiscard]] std::string whyNothingAgainst(const Situation& in);  ///< --against
[[nodiscard]] std::string whyNothingListed(const Situation& in);   ///< --list of run and schedule
[[nodiscard]] std::string whyNoPolicy(const Situation& in);        ///< --policy beside --schedule

} // namespace batchscope
