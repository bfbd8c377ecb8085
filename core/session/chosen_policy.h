// SPDX-License-Identifier: GPL-3.0-or-later
//
// Chooses what makes the schedule of a session: the selected policy, or a schedule read from a file that replaces it
// (SessionConfig::given).
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"
#include "core/schedule/schedule_diff.h"
#include "core/session/session_config.h"

#include <cstdint>
#include <memory>
#include <string>

namespace batchscope {

/// True if the config has a given schedule and the graph can run it. O(nodes).
[[nodiscard]] bool takesGiven(const SessionConfig& config, const OpGraph& graph);

/// The given schedule as a policy of the same name if takesGiven, otherwise the config's policy, which lives as long as
/// the program. Config error for an unknown policy.
[[nodiscard]] Result<std::shared_ptr<const Policy>> chosenPolicy(const SessionConfig& config, const OpGraph& graph);

// Reads a schedule from a file, for every front end: `--schedule` on the command line and *Open schedule* in the
// window. schedule_json.h describes the format.

/// Reads the schedule of this graph from the file. Fails like readFileBytes (Io) and parseSchedule (Parse, with
/// `file:line:column`).
[[nodiscard]] Result<Schedule> readSchedule(const std::string& file, const OpGraph& graph, const RunControl& control);

// The changes that another policy, or a schedule from a file, would make to the shown schedule, batch by batch.

/// The choice to compare with.
struct OtherChoice {
    enum class Kind : std::uint8_t { Policy, File };
    Kind kind = Kind::Policy;
    std::string value; ///< the policy's name, or the path of a saved schedule
};

/// The shown schedule and the one that the other choice makes.
struct ScheduleComparison {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> shown;
    Schedule other;
    ScheduleDiff diff; ///< from `shown` to `other`, unless `isBackward`
    /// `diff` goes from `other` to `shown`, because `shown` is a given schedule and the text says what it changed.
    bool isBackward = false;
};

/// "By level" for a policy; the file name without its folder for a file.
[[nodiscard]] std::string titleOfChoice(const OtherChoice& choice);

/// Makes the other schedule. `config` made the shown one. Fails like readSchedule, chosenPolicy and makeSchedule.
[[nodiscard]] Result<std::shared_ptr<const ScheduleComparison>>
compareWith(const OtherChoice& choice, SessionConfig config, const std::shared_ptr<const OpGraph>& graph,
            const std::shared_ptr<const Schedule>& shown, const RunControl& control);

} // namespace batchscope
