// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The ready signature with the most ready nodes.
Pick chooseLargest(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = candidate.ready;
    }
    const auto best =
        std::max_element(pick.candidates.begin(), pick.candidates.end(),
                         [](const Candidate& left, const Candidate& right) { return left.ready < right.ready; });
    pick.signature = best->signature;
    const auto tied = std::count_if(pick.candidates.begin(), pick.candidates.end(),
                                    [&](const Candidate& candidate) { return candidate.ready == best->ready; });
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate
                  : tied > 1                  ? Reason::TieFirstSeen
                                              : Reason::OwnRule;
    return pick;
}

} // namespace

constinit const PolicyRule kLargestRule = {
    .traits =
        {
            .name = "largest",
            .title = "Most ready nodes",
            .description = "the signature with the most ready nodes",
            .scoreName = "ready",
            .line = "batch = most ready",
            .tip = "All ready nodes of the signature that has the most of them.",
            .ownReason = "it has the most ready nodes",
            .from = Interface::Learn,
            .highestWins = true,
        },
    .choose = chooseLargest,
};

} // namespace batchscope
