// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>

namespace batchscope {

Pick chooseDepth(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = candidate.lowestLevel;
    }
    const auto best = std::min_element(
        pick.candidates.begin(), pick.candidates.end(),
        [](const Candidate& left, const Candidate& right) { return left.lowestLevel < right.lowestLevel; });
    pick.signature = best->signature;
    pick.level = best->lowestLevel;
    const auto tied = std::count_if(pick.candidates.begin(), pick.candidates.end(), [&](const Candidate& candidate) {
        return candidate.lowestLevel == best->lowestLevel;
    });
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate
                  : tied > 1                  ? Reason::TieFirstSeen
                                              : Reason::LowestLevel;
    return pick;
}

} // namespace batchscope
