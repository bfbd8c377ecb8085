// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Remembers the signature of the batch before, and runs another one where there is one: the one with most ready nodes.
Chooser beginAlternating(const OpGraph& /*graph*/) {
    return [last = SignatureId()](const Frontier& frontier) mutable {
        Pick pick;
        pick.candidates = frontier.candidates();
        if (pick.candidates.empty()) {
            return pick;
        }
        for (Candidate& candidate : pick.candidates) {
            candidate.score = candidate.signature == last ? 0.0 : candidate.ready;
        }
        const auto best =
            std::max_element(pick.candidates.begin(), pick.candidates.end(),
                             [](const Candidate& left, const Candidate& right) { return left.score < right.score; });
        pick.signature = best->signature;
        pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::OwnRule;
        last = pick.signature;
        return pick;
    };
}

} // namespace

constinit const PolicyRule kAlternatingRule = {
    .traits = {.name = "alternating",
               .title = "Never twice in a row",
               .description = "the signature with the most ready nodes, but not that of the batch before",
               .scoreName = "ready",
               .line = "batch = most ready, not the last op",
               .tip = "All ready nodes of the signature that has the most of them and did not run last.",
               .ownReason = "it has the most ready nodes and did not run last",
               .highestWins = true,
               .remembers = true},
    .begin = beginAlternating,
};

} // namespace batchscope
