// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/policies.h"

#include <algorithm>

namespace batchscope {

LevelChoice weighByLevel(std::span<Candidate> candidates) {
    for (Candidate& candidate : candidates) {
        candidate.score = candidate.lowestLevel;
    }
    const auto best =
        std::min_element(candidates.begin(), candidates.end(), [](const Candidate& left, const Candidate& right) {
            return left.lowestLevel < right.lowestLevel;
        });
    const auto tied = std::count_if(candidates.begin(), candidates.end(), [&](const Candidate& candidate) {
        return candidate.lowestLevel == best->lowestLevel;
    });
    return {static_cast<std::size_t>(best - candidates.begin()), candidates.size() == 1 ? Reason::OnlyCandidate
                                                                 : tied > 1             ? Reason::TieFirstSeen
                                                                                        : Reason::LowestLevel};
}

namespace {

/// Groups by (level, signature) in level order: TorchFold, TensorFlow Fold, DyNet's strategy 2. With levels counted
/// from the outputs it is `alap`.
Pick chooseDepth(const Frontier& frontier) {
    Pick pick;
    pick.candidates = frontier.candidates();
    if (pick.candidates.empty()) {
        return pick;
    }
    const LevelChoice choice = weighByLevel(pick.candidates);
    pick.signature = pick.candidates[choice.best].signature;
    pick.level = pick.candidates[choice.best].lowestLevel;
    pick.reason = choice.reason;
    return pick;
}

} // namespace

constinit const PolicyRule kDepthRule = {
    .traits =
        {
            .name = "depth",
            .title = "By level",
            .description = "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)",
            .scoreName = "lowest level",
            .line = "batch = lowest level",
            .tip = "All ready nodes of one signature on the lowest level that still has work.",
            .from = Interface::Learn,
            .grouping = Grouping::LevelAndSignature,
            .runsLowestLevelFirst = true,
        },
    .choose = chooseDepth,
};

constinit const PolicyRule kAlapRule = {
    .traits =
        {
            .name = "alap",
            .title = "By level from the outputs",
            .description = "like depth, with levels counted back from the outputs",
            .scoreName = "lowest level",
            .line = "batch = lowest level",
            .tip = "All ready nodes of one signature on the lowest level that still has work; levels are counted back "
                   "from the "
                   "outputs.",
            .grouping = Grouping::LevelAndSignature,
            .levelOrder = LevelOrder::FromOutputs,
            .runsLowestLevelFirst = true,
        },
    .choose = chooseDepth,
};

} // namespace batchscope
