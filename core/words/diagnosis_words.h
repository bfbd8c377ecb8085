// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a run takes as long as it does: causes with what they cost, and what would change that. Counts and times as
// text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kNotRunYet = "there is nothing to diagnose before the run has finished";

// Names of causes, as scripts spell them.
inline constexpr const char* kStartingBatches = "starting-batches";
inline constexpr const char* kSmallBatches = "small-batches";
inline constexpr const char* kCopies = "copies";
inline constexpr const char* kScheduling = "scheduling";
inline constexpr const char* kBuilding = "building";
inline constexpr const char* kSyncPoints = "sync-points";
inline constexpr const char* kUnbatchableOps = "unbatchable-ops";
inline constexpr const char* kComputing = "computing";

// … and as people read them.
inline constexpr const char* kStartingBatchesTitle = "Starting batches";
inline constexpr const char* kSmallBatchesTitle = "Small batches";
inline constexpr const char* kCopiesTitle = "Copying rows";
inline constexpr const char* kSchedulingTitle = "Scheduling";
inline constexpr const char* kBuildingTitle = "Building the graph";
inline constexpr const char* kSyncPointsTitle = "Sync points";
inline constexpr const char* kUnbatchableOpsTitle = "Ops that cannot batch";
inline constexpr const char* kComputingTitle = "Computing";

[[nodiscard]] std::string mostOfTheBound(std::string_view bound, std::string_view its, std::string_view op);
inline constexpr std::string_view kBottleneckCannotBatch =
    "It cannot batch, so each of its nodes needs a batch of its own.";
inline constexpr std::string_view kBottleneckIsOneBatch = "One batch could hold all its nodes.";
inline constexpr std::string_view kBottleneckIsAChain =
    "That is the length of its longest chain: each node in it needs the one before it.";
inline constexpr std::string_view kBottleneckIsAChainInRounds =
    "That is the sum of its longest chains, one for each round between sync points; each node of a chain needs the one "
    "before it.";
/// Told apart from computing.
[[nodiscard]] std::string startsTake(std::string_view batches, std::string_view all);
/// Not told apart.
[[nodiscard]] std::string startsCost(std::string_view batches, std::string_view each, std::string_view all);
[[nodiscard]] std::string fewerBatchesPossible(std::string_view batches, std::string_view bound);
inline constexpr std::string_view kMoreTreesShareStarts =
    "This policy reaches the lower bound. Larger mini-batches share each start among more trees.";
[[nodiscard]] std::string smallBatchesTake(std::string_view small, std::string_view batches, std::string_view time);
inline constexpr std::string_view kSmallBatchesRemedy =
    "Ask why their nodes are not in larger batches: another policy, merging or another tree order may put them there.";
inline constexpr std::string_view kSmallBatchesAtBound =
    "No policy needs fewer batches for these signatures. More trees in a mini-batch would make them larger.";
[[nodiscard]] std::string copiesTake(std::string_view time, std::string_view bytes);
inline constexpr std::string_view kCopiesOfPlainBodies = "The engine reads most rows in place: turn its passes on.";
/// `how`: what has to be rewritten, as a sentence.
[[nodiscard]] std::string copiesOfCalls(std::string_view how);
inline constexpr std::string_view kCopiesOfEngine = "The order of rows decides what is copied: see the pass “order”.";
[[nodiscard]] std::string schedulingTakes(std::string_view time, std::string_view nodes);
inline constexpr std::string_view kScheduleOnce =
    "Where the same trees come again, schedule them once and keep the schedule. By level is the cheapest policy.";
[[nodiscard]] std::string buildingTakes(std::string_view time, std::string_view nodes);
inline constexpr std::string_view kBuildOnce = "Where the same trees come again, build their graph once and keep it.";
[[nodiscard]] std::string syncPointsForce(std::string_view syncs, std::string_view batches, std::string_view time);
inline constexpr std::string_view kReadLess = "Read values less often, or take more trees at a time between two reads.";
/// Each of the nodes is a batch.
[[nodiscard]] std::string unbatchableTake(std::string_view nodes, std::string_view ops, std::string_view time,
                                          std::string_view batches);
inline constexpr std::string_view kMakeBatchable =
    "Write the op so that it takes a batch of rows, and mark it as batchable.";

[[nodiscard]] std::string computingTakes(std::string_view time);
/// What the input leaves to be chosen.
struct LessWorkWords {
    bool canMerge = false; ///< equal calls are not merged yet, and there may be some
    bool hasWidth = false; ///< the width is an option
};
[[nodiscard]] std::string lessWork(const LessWorkWords& words);

/// "Step 5 (children ×4)"
[[nodiscard]] std::string sizedBatch(std::string_view number, std::string_view op, std::string_view size);
/// What a step becomes that waits: of what signature it is, its rows then, the batches that are saved, as text.
struct WaitingWords {
    std::string_view step;
    std::string_view rows;
    std::string_view saved;
};
[[nodiscard]] std::string waitedForMore(const WaitingWords& words);
[[nodiscard]] std::string waitedForLast(const WaitingWords& words);
inline constexpr std::string_view kNoStepIsHasty = "No step would have saved a batch by waiting.";
inline constexpr std::string_view kWaitingNotTried = "With this policy, waiting cannot be tried.";
[[nodiscard]] std::string someStepsTried(std::string_view tried, std::string_view candidates);

inline constexpr std::string_view kCausesOverlap =
    "Causes overlap: a small batch is also a start. Shares are of one run with building, scheduling and planning.";

[[nodiscard]] std::string runsDisagree(std::string_view why);
[[nodiscard]] std::string tooFewRuns(std::string_view why);

} // namespace batchscope::words
