// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"

#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "core/words/reason_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

/// "score 18, score 40 and 61 more"
std::string namesAndMore(const std::vector<std::string>& names, std::size_t more) {
    const std::string named = fmt::format("{}", fmt::join(names, ", "));
    return more == 0 ? named : fmt::format("{} and {} more", named, more);
}

/// Whether nodes of its signature were ready that it does not hold.
bool leavesSome(const Schedule& schedule, BatchId batch) {
    const auto candidates = schedule.decision(batch).candidates;
    return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.signature == schedule.batchSignatures[batch] && candidate.ready > schedule.batchSize(batch);
    });
}

/// Why a batch leaves nodes of its signature although it is the only one.
const char* leavingText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    if (graph.opOf(schedule.batchSignatures[batch]).batchable == Batchable::No) {
        return "only its signature is ready, but its op cannot be batched, so its other nodes wait for a later step";
    }
    const Result<const Policy*> policy = findPolicy(schedule.policy);
    return policy && (*policy)->traits().grouping == Grouping::LevelAndSignature
               ? "only its signature is ready, and the policy takes one level at a time, so its other nodes wait for a "
                 "later step"
               : "only its signature is ready, and its other nodes wait for a later step";
}

} // namespace

const char* reasonText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    switch (schedule.reasons[batch]) {
    case Reason::CreationOrder: return "it is the next node in creation order and runs alone";
    case Reason::LowestLevel: return "it has the lowest level that still has work";
    case Reason::LowestScore: return "it has the lowest score of all ready signatures";
    case Reason::TieCheapOp:
        return "several have the best score, and of these an op without a matrix product goes first";
    case Reason::TieFirstSeen:
        return "several have the best score, and of these the signature that appeared first goes first";
    case Reason::Unbatchable: return "its op cannot be batched, so it runs alone as soon as it is ready";
    case Reason::OnlyCandidate:
        return leavesSome(schedule, batch) ? leavingText(graph, schedule, batch) : "nothing else is ready";
    case Reason::CompleteGroup:
        return "all its nodes of one level are ready, and it has the lowest score of all such groups";
    case Reason::WholeFrontier: return "all of its own frontier is ready, so running it now cannot add a batch";
    case Reason::HighestShare: return "the largest share of its own frontier is ready";
    case Reason::Learned: return "the learned table gives it the highest value of all ready signatures";
    case Reason::AsGiven: return "the given schedule has it next";
    case Reason::OwnRule: return policyTraits(schedule.policy).ownReason;
    }
    return "";
}

std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    const Decision decision = schedule.decision(batch);
    std::vector<std::string> ready;
    if (decision.reason == Reason::OnlyCandidate && !leavesSome(schedule, batch)) { // which is what runs
        return words::decision(graph.opOf(schedule.batchSignatures[batch]).name,
                               withThousands(schedule.batchSize(batch)), reasonText(graph, schedule, batch), ready);
    }
    ready.reserve(decision.candidates.size());
    for (const Candidate& candidate : decision.candidates) {
        ready.push_back(fmt::format("{} ×{} ({} {:.4g})", graph.opOf(candidate.signature).name,
                                    withThousands(candidate.ready), schedule.scoreName, candidate.score));
    }
    return words::decision(graph.opOf(schedule.batchSignatures[batch]).name, withThousands(schedule.batchSize(batch)),
                           reasonText(graph, schedule, batch), ready);
}

std::string valuesReadText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    constexpr std::size_t kNamed = 3;
    const std::vector<NodeId> nodes = nodesReadFirst(graph, schedule, batch);
    std::vector<std::string> named;
    named.reserve(kNamed);
    for (std::size_t index = 0; index < std::min(nodes.size(), kNamed); ++index) {
        named.push_back(fmt::format("{} {}", graph.opOf(nodes[index]).name, nodes[index].value));
    }
    return namesAndMore(named, nodes.size() - named.size());
}

} // namespace batchscope
