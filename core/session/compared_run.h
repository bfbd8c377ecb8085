// SPDX-License-Identifier: GPL-3.0-or-later
//
// The changes that another policy, or a schedule from a file, would make to the shown schedule, batch by batch.
#pragma once

#include "core/schedule/schedule_diff.h"
#include "core/session/session_config.h"

#include <cstdint>
#include <memory>
#include <string>

namespace batchscope {

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
