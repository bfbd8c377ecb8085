// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>

namespace batchscope {

namespace {

/// ED-Batch's sufficient condition (ICML 2023): the signature with the highest share of its own frontier ready; a share
/// of 1 cannot be wrong. See type_frontier.h.
Pick chooseSufficient(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score =
            static_cast<double>(candidate.ready) / static_cast<double>(frontier.typeFrontier(candidate.signature));
    }
    const auto best =
        std::max_element(pick.candidates.begin(), pick.candidates.end(),
                         [](const Candidate& left, const Candidate& right) { return left.score < right.score; });
    pick.signature = best->signature;
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate
                  : best->score >= 1.0        ? Reason::WholeFrontier
                                              : Reason::HighestShare;
    return pick;
}

} // namespace

constinit const PolicyRule kSufficientRule = {
    .traits =
        {
            .name = "sufficient",
            .title = "Largest ready share",
            .description = "the signature with the largest ready share of its own frontier (ED-Batch)",
            .scoreName = "share",
            .line = "batch = largest share ready",
            .tip = "All ready nodes of the signature with the largest ready share of its own frontier: its remaining "
                   "nodes "
                   "that wait for no other node of the same signature.",
            .highestWins = true,
        },
    .choose = chooseSufficient,
};

} // namespace batchscope
