// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>
#include <tuple>

namespace batchscope {

namespace {

/// Lowest score first; at ties ops without product, then the signature that appeared first.
auto key(const OpGraph& graph, const Candidate& candidate) {
    return std::tuple(candidate.score, graph.opOf(candidate.signature).body.hasProduct(), candidate.signature);
}

Reason reasonFor(const OpGraph& graph, const Candidate& best, std::span<const Candidate> all) {
    Reason reason = all.size() == 1 ? Reason::OnlyCandidate : Reason::LowestScore;
    for (const Candidate& other : all) {
        if (other.signature != best.signature && other.score == best.score) {
            const bool sameCost = std::get<1>(key(graph, other)) == std::get<1>(key(graph, best));
            reason = sameCost ? Reason::TieFirstSeen : Reason::TieCheapOp;
        }
    }
    return reason;
}

/// What the three agendas share: candidates with `score`, unbatchable ones first, then the lowest key.
template <typename Score>
Pick chooseByScore(const Frontier& frontier, Score score) {
    const OpGraph& graph = frontier.graph();
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    for (Candidate& candidate : pick.candidates) {
        candidate.score = score(candidate.signature);
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
    const auto best = std::min_element(
        pick.candidates.begin(), pick.candidates.end(),
        [&](const Candidate& left, const Candidate& right) { return key(graph, left) < key(graph, right); });
    pick.signature = best->signature;
    pick.reason = reasonFor(graph, *best, pick.candidates);
    return pick;
}

/// DyNet's strategy 1 (Neubig et al. 2017): unbatchable ready nodes first, alone; then the ready signature of lowest
/// mean level (over all its nodes, computed once), all its ready nodes; ties: ops without product, then first seen.
Pick chooseAgenda(const Frontier& frontier) {
    return chooseByScore(frontier, [&](SignatureId signature) { return frontier.meanLevel(signature); });
}

/// ED-Batch's baseline: the same with the mean level over those nodes of the signature that have not run.
Pick chooseAgendaRemaining(const Frontier& frontier) {
    return chooseByScore(frontier, [&](SignatureId signature) { return frontier.meanRemainingLevel(signature); });
}

/// DyNet's strategy 3: agenda over (level, signature) groups all of whose nodes are ready; plain agenda without one.
Pick chooseCompleteGroups(const Frontier& frontier) {
    Pick pick = chooseAgenda(frontier);
    if (pick.reason == Reason::Unbatchable) {
        return pick;
    }
    const Candidate* best = nullptr;
    for (const Candidate& candidate : pick.candidates) {
        const bool complete = frontier.lowestCompleteLevel(candidate.signature).has_value();
        if (complete && (best == nullptr || key(frontier.graph(), candidate) < key(frontier.graph(), *best))) {
            best = &candidate;
        }
    }
    if (best != nullptr) {
        pick.signature = best->signature;
        pick.level = frontier.lowestCompleteLevel(best->signature);
        pick.reason = pick.candidates.size() == 1 ? Reason::OnlyCandidate : Reason::CompleteGroup;
    }
    return pick;
}

} // namespace

constinit const PolicyRule kAgendaRule = {
    .traits =
        {
            .name = "agenda",
            .title = "Lowest mean level",
            .description = "all ready nodes of the signature with the lowest mean level (DyNet 1)",
            .scoreName = "mean level",
            .line = "batch = lowest mean level",
            .tip = "All ready nodes of the signature with the lowest mean level; the mean is over all of its nodes, "
                   "ready or not.",
            .from = Interface::Learn,
        },
    .choose = chooseAgenda,
};

constinit const PolicyRule kAgendaRemainingRule = {
    .traits =
        {
            .name = "agenda-remaining",
            .title = "Lowest mean level of the rest",
            .description = "like agenda, with the mean over nodes that have not run yet (ED-Batch's baseline)",
            .scoreName = "mean level of the rest",
            .line = "batch = lowest remaining mean",
            .tip = "All ready nodes of the signature whose remaining nodes have the lowest mean level.",
        },
    .choose = chooseAgendaRemaining,
};

constinit const PolicyRule kCompleteGroupsRule = {
    .traits =
        {
            .name = "complete-groups",
            .title = "Complete levels",
            .description = "like agenda, but only for levels that are completely ready (DyNet 3)",
            .scoreName = "mean level",
            .line = "batch = lowest complete group",
            .tip = "Of all completely ready groups (nodes of one level and signature), the one whose signature has the "
                   "lowest "
                   "mean level.",
            .grouping = Grouping::LevelAndSignature,
        },
    .choose = chooseCompleteGroups,
};

} // namespace batchscope
