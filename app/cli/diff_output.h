// SPDX-License-Identifier: GPL-3.0-or-later
//
// `schedule --diff`: two schedules compared, as tables and as JSON. Steps and nodes count from 0.
#pragma once

#include "core/records/json.h"
#include "core/schedule/schedule_diff.h"

#include <string>

namespace batchscope {

/// What is compared; all of it outlives this. The graphs are one where only the schedules differ.
struct ComparedSchedules {
    const OpGraph& graph; ///< of the first schedule
    const OpGraph& graphAfter;
    const Schedule& before;
    const Schedule& after;
    const ScheduleDiff& diff;
    std::string nameBefore; ///< of the schedules, as headings
    std::string nameAfter;
};

/// The sums, each op, and the batches that changed, at most `mostRows` of them.
void printDiff(const ComparedSchedules& compared, std::size_t mostRows);
/// Everything; the value of the key `diff`.
[[nodiscard]] Json diffJson(const ComparedSchedules& compared);

} // namespace batchscope
