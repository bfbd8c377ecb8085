// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a step takes as long as it does: causes with what they cost, and what would change that. Counts and times as
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

[[nodiscard]] std::string startsCost(std::string_view batches, std::string_view each, std::string_view all);
[[nodiscard]] std::string fewerBatchesPossible(std::string_view batches, std::string_view bound);
inline constexpr std::string_view kMoreTreesShareStarts =
    "This policy reaches the lower bound. Larger mini-batches share each start among more trees.";
[[nodiscard]] std::string smallBatchesTake(std::string_view small, std::string_view batches, std::string_view time);
inline constexpr std::string_view kSmallBatchesRemedy =
    "Ask why their nodes are not in larger batches: another policy, merging or another tree order may put them there.";
[[nodiscard]] std::string copiesTake(std::string_view time, std::string_view bytes);
inline constexpr std::string_view kCopiesOfPlainBodies = "The engine reads most rows in place: turn its passes on.";
inline constexpr std::string_view kCopiesOfEngine = "The order of rows decides what is copied: see the pass “order”.";
[[nodiscard]] std::string schedulingTakes(std::string_view time, std::string_view nodes);
inline constexpr std::string_view kScheduleOnce =
    "Where the same trees come again, schedule them once and keep the schedule. By level is the cheapest policy.";
[[nodiscard]] std::string buildingTakes(std::string_view time, std::string_view nodes);
inline constexpr std::string_view kBuildOnce = "Where the same trees come again, build their graph once and keep it.";
[[nodiscard]] std::string syncPointsForce(std::string_view syncs, std::string_view batches, std::string_view time);
inline constexpr std::string_view kReadLess = "Read values less often, or take more trees at a time between two reads.";
[[nodiscard]] std::string unbatchableTake(std::string_view nodes, std::string_view time);
inline constexpr std::string_view kMakeBatchable =
    "Write the op so that it takes a batch of rows, and mark it as batchable.";

[[nodiscard]] std::string computingTakes(std::string_view time);
inline constexpr std::string_view kLessWork =
    "Batching does not change it: merge equal calls, choose a smaller width, or use more threads.";

inline constexpr std::string_view kCausesOverlap =
    "Causes overlap: a small batch is also a start. Shares are of one step with building, scheduling and planning.";

} // namespace batchscope::words
