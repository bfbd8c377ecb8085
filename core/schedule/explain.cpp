// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/explain.h"

#include "core/base/text.h"
#include "core/schedule/policy.h"

#include <fmt/format.h>

namespace batchscope {

const char* reasonText(const Schedule& schedule, BatchId batch) {
    switch (schedule.reasons[batch]) {
    case Reason::CreationOrder: return "it is the next node in creation order and runs alone";
    case Reason::LowestLevel: return "it has the lowest level that still has work";
    case Reason::LowestScore: return "it has the lowest score of all ready signatures";
    case Reason::TieCheapOp: return "scores are equal, and an op without a matrix product goes first";
    case Reason::TieFirstSeen: return "scores are equal, and the signature that appeared first goes first";
    case Reason::Unbatchable: return "its op cannot be batched, so it runs alone as soon as it is ready";
    case Reason::OnlyCandidate: return "nothing else is ready";
    case Reason::CompleteGroup:
        return "all its nodes of one level are ready, and it has the lowest score of all such groups";
    case Reason::WholeFrontier: return "none of its nodes waits for another op, so running it now cannot add a batch";
    case Reason::HighestShare: return "the largest share of its own frontier is ready";
    case Reason::Learned: return "the learned table gives it the highest value of all ready signatures";
    case Reason::OwnRule: return ownReasonOf(schedule.policy);
    }
    return "";
}

std::string decisionText(const OpGraph& graph, const Schedule& schedule, BatchId batch) {
    const Decision decision = schedule.decision(batch);
    std::string out = fmt::format("{} ×{} runs now: {}.", graph.opOf(schedule.batchSignatures[batch]).name,
                                  withThousands(schedule.batchSize(batch)), reasonText(schedule, batch));
    if (decision.candidates.empty()) {
        return out;
    }
    out += " Ready:";
    for (const Candidate& candidate : decision.candidates) {
        const bool isFirst = &candidate == &decision.candidates.front();
        out += fmt::format("{} {} ×{} ({} {:.4g})", isFirst ? "" : ",", graph.opOf(candidate.signature).name,
                           withThousands(candidate.ready), schedule.scoreName, candidate.score);
    }
    return out + ".";
}

} // namespace batchscope
