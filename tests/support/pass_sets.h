// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sets of passes with which the engine's results are tested.
#pragma once

#include "core/plan/pass.h"

#include <vector>

namespace batchscope::testing {

/// All passes, none, each alone, and each left out.
[[nodiscard]] inline std::vector<PassSet> passSets() {
    std::vector<PassSet> sets = {PassSet::all(), PassSet()};
    for (const PassEntry& entry : passEntries()) {
        sets.push_back(PassSet().with(entry.pass));
        sets.push_back(PassSet::all().without(entry.pass));
    }
    return sets;
}

} // namespace batchscope::testing
