// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one other choice would change in a schedule, batch by batch: another policy, another graph of the same trees,
// the trees of another file, or a schedule from a file.
#pragma once

#include "core/schedule/schedule_diff.h"
#include "core/session/session_config.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <string>
#include <string_view>

namespace batchscope {

/// The choice that a comparison is with, and its value.
struct OtherChoice {
    std::string id; ///< of a SessionChoice, for example "policy", or one of the two below
    std::string value;
};

/// The same choices on the trees of another treebank, or a schedule of the trees that are shown; the value is its path.
inline constexpr std::string_view kOtherTreebank = "file";
inline constexpr std::string_view kOtherSchedule = "schedule";

/// The schedule that is shown, and the one that would be.
struct ComparedRun {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> shown;
    Schedule other;
    ScheduleDiff diff;                         ///< from the one that is shown to the other, or `isBackward`
    std::shared_ptr<const OpGraph> otherGraph; ///< null: the same graph
    /// From the other to the one that is shown: a given schedule is told as what was changed in it.
    bool isBackward = false;

    [[nodiscard]] const OpGraph& graphOfOther() const { return otherGraph ? *otherGraph : *graph; }
};

/// "By level", "Merge equal calls: Leaves"; the name of a file without its folder.
[[nodiscard]] std::string titleOfChoice(const OtherChoice& choice);

/// Makes the other schedule, and its graph where that is another one. `config` is that of what is shown. Errors as
/// SessionChoice::apply, readTreebank, readSchedule, buildGraph and makeSchedule.
[[nodiscard]] Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                                     const Treebank& bank,
                                                                     const std::shared_ptr<const OpGraph>& graph,
                                                                     const std::shared_ptr<const Schedule>& shown,
                                                                     const RunControl& control);

} // namespace batchscope
