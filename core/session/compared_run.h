// SPDX-License-Identifier: GPL-3.0-or-later
//
// What another policy, or a schedule from a file, would change in a schedule, batch by batch.
#pragma once

#include "core/schedule/schedule_diff.h"
#include "core/session/session_config.h"

#include <cstdint>
#include <memory>
#include <string>

namespace batchscope {

/// What is compared with.
struct OtherChoice {
    enum class Kind : std::uint8_t { Policy, File };
    Kind kind = Kind::Policy;
    std::string value; ///< the policy's name, or the path of a saved schedule
};

/// The schedule that is shown, and the one that would be.
struct ComparedRun {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> shown;
    Schedule other;
    ScheduleDiff diff; ///< from the one that is shown to the other, or `isBackward`
    /// From the other to the one that is shown: a given schedule is told as what was changed in it.
    bool isBackward = false;
};

/// "By level"; the name of a file without its folder.
[[nodiscard]] std::string titleOfChoice(const OtherChoice& choice);

/// Makes the other schedule. `config` is that of what is shown. Errors as readSchedule, chosenPolicy and makeSchedule.
[[nodiscard]] Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                                     const std::shared_ptr<const OpGraph>& graph,
                                                                     const std::shared_ptr<const Schedule>& shown,
                                                                     const RunControl& control);

} // namespace batchscope
