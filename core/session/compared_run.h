// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one other choice would change in a schedule, batch by batch: another policy, or another graph of the same trees.
#pragma once

#include "core/schedule/schedule_diff.h"
#include "core/session/session_config.h"
#include "core/treebank/treebank.h"

#include <memory>
#include <string>

namespace batchscope {

/// The choice that a comparison is with, by its place in the table of choices, and its value.
struct OtherChoice {
    std::string id; ///< of a SessionChoice, for example "policy"
    std::string value;
};

/// The schedule that is shown, and the one that would be.
struct ComparedRun {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> shown;
    Schedule other;
    ScheduleDiff diff;                         ///< from the one that is shown to the other
    std::shared_ptr<const OpGraph> otherGraph; ///< null: the same graph

    [[nodiscard]] const OpGraph& graphOfOther() const { return otherGraph ? *otherGraph : *graph; }
};

/// "By level", "Merge equal calls: Leaves".
[[nodiscard]] std::string titleOfChoice(const OtherChoice& choice);

/// Makes the other schedule, and its graph where that is another one. `config` is that of what is shown. Errors as
/// SessionChoice::apply, buildGraph and makeSchedule.
[[nodiscard]] Result<std::shared_ptr<const ComparedRun>> compareWith(const OtherChoice& choice, SessionConfig config,
                                                                     const Treebank& bank,
                                                                     const std::shared_ptr<const OpGraph>& graph,
                                                                     const std::shared_ptr<const Schedule>& shown,
                                                                     const RunControl& control);

} // namespace batchscope
