// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"

#include "core/base/text.h"
#include "core/schedule/metrics.h"
#include "core/schedule/policy.h"
#include "core/words/reason_words.h"
#include "core/words/schedule_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace batchscope {

namespace {

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
        return words::kOnlyItsUnbatchableOpReady;
    }
    const Result<const Policy*> policy = findPolicy(schedule.policy);
    return policy && (*policy)->groupsByLevel() ? words::kOnlyItsLevelTaken : words::kOnlyItsSignatureReady;
}

} // namespace

const char* reasonText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    switch (schedule.reasons[batch]) {
    case Reason::CreationOrder: return words::kNextInCreationOrder;
    case Reason::LowestLevel: return words::kLowestLevelWithWork;
    case Reason::LowestScore: return words::kLowestScoreOfAll;
    case Reason::TieCheapOp: return words::kTieCheapOpFirst;
    case Reason::TieFirstSeen: return words::kTieFirstSeenFirst;
    case Reason::Unbatchable: return words::kUnbatchableRunsAlone;
    case Reason::OnlyCandidate:
        return leavesSome(schedule, batch) ? leavingText(graph, schedule, batch) : words::kNothingElseReady;
    case Reason::CompleteGroup: return words::kLowestCompleteGroup;
    case Reason::WholeFrontier: return words::kWholeFrontierReady;
    case Reason::HighestShare: return words::kLargestShareReady;
    case Reason::Learned: return words::kHighestInTable;
    case Reason::AsGiven: return words::kAsGiven;
    case Reason::OwnRule: return ownReasonOf(schedule.policy);
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
    return words::namesAndMore(named, nodes.size() - named.size());
}

} // namespace batchscope
