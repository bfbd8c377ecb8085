// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>
#include <tuple>

namespace batchscope {

Pick chooseAgenda(const Frontier& frontier) {
    const OpGraph& graph = frontier.graph();
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = frontier.meanLevel(candidate.signature);
    }
    const auto unbatchable =
        std::find_if(pick.candidates.begin(), pick.candidates.end(), [&](const Candidate& candidate) {
            return graph.opOf(candidate.signature).batchable == Batchable::No;
        });
    if (unbatchable != pick.candidates.end()) {
        pick.signature = unbatchable->signature;
        pick.reason = Reason::Unbatchable;
        return pick;
    }
    const auto key = [&](const Candidate& candidate) {
        return std::tuple(candidate.score, graph.opOf(candidate.signature).body.hasProduct(), candidate.signature);
    };
    const auto less = [&](const Candidate& left, const Candidate& right) { return key(left) < key(right); };
    const auto best = std::min_element(pick.candidates.begin(), pick.candidates.end(), less);
    pick.signature = best->signature;
    pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::LowestScore;
    for (const Candidate& other : pick.candidates) {
        if (other.signature != best->signature && other.score == best->score) {
            const bool sameCost = std::get<1>(key(other)) == std::get<1>(key(*best));
            pick.reason = sameCost ? Reason::TieFirstSeen : Reason::TieCheapOp;
        }
    }
    return pick;
}

} // namespace batchscope
