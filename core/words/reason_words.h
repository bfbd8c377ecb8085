// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a batch ran, why two nodes did not run together, and how their signatures differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace batchscope::words {

// Why a batch was chosen; see Reason in core/schedule/schedule.h.
inline constexpr const char* kNextInCreationOrder = "it is the next node in creation order and runs alone";
inline constexpr const char* kLowestLevelWithWork = "it has the lowest level that still has work";
inline constexpr const char* kLowestScoreOfAll = "it has the lowest score of all ready signatures";
inline constexpr const char* kTieCheapOpFirst =
    "several have the best score, and of these an op without a matrix product goes first";
inline constexpr const char* kTieFirstSeenFirst =
    "several have the best score, and of these the signature that appeared first goes first";
inline constexpr const char* kUnbatchableRunsAlone =
    "its op cannot be batched, so it runs alone as soon as it is ready";
inline constexpr const char* kNothingElseReady = "nothing else is ready";
inline constexpr const char* kOnlyItsSignatureReady =
    "only its signature is ready, and its other nodes wait for a later step";
inline constexpr const char* kOnlyItsLevelTaken =
    "only its signature is ready, and the policy takes one level at a time, so its other nodes wait for a later step";
inline constexpr const char* kOnlyItsUnbatchableOpReady =
    "only its signature is ready, but its op cannot be batched, so its other nodes wait for a later step";
inline constexpr const char* kLowestCompleteGroup =
    "all its nodes of one level are ready, and it has the lowest score of all such groups";
inline constexpr const char* kWholeFrontierReady =
    "all of its own frontier is ready, so running it now cannot add a batch";
inline constexpr const char* kLargestShareReady = "the largest share of its own frontier is ready";
inline constexpr const char* kHighestInTable = "the learned table gives it the highest value of all ready signatures";

/// What runs, why, and the candidates that were ready; `ready` may be empty.
[[nodiscard]] std::string decision(std::string_view op, std::string_view size, std::string_view reason,
                                   std::span<const std::string> ready);

[[nodiscard]] std::string nodeOfOp(std::uint32_t node, std::string_view op, std::string_view tree);
/// In place of the middle of a long path.
[[nodiscard]] std::string moreOnThePath(std::string_view count);

[[nodiscard]] std::string sameNode(std::string_view node);
struct RowsOfOneBatch {
    std::string_view rowA;
    std::string_view rowB;
    std::string_view op;
    std::string_view size;
    std::string_view batch;
    std::string_view batches; ///< of the schedule
};
[[nodiscard]] std::string runTogether(const RowsOfOneBatch& rows);
/// Each of the fields as differentField() says it.
[[nodiscard]] std::string signaturesDiffer(std::span<const std::string> fields);
[[nodiscard]] std::string differentField(std::string_view field, std::string_view a, std::string_view b);
[[nodiscard]] std::string opIsUnbatchable(std::string_view op);
/// `hazard`: that a row depends on others, with operation and line.
[[nodiscard]] std::string opMixesRows(std::string_view op, std::string_view hazard);
inline constexpr const char* kUnsafeCanBatch =
    "Choose --unsafe batch (Options, Unsafe methods) to batch such nodes all the same.";
/// `edges` is empty where the one is an argument of the other.
[[nodiscard]] std::string oneNeedsTheOther(std::string_view needing, std::string_view needed, std::string_view edges,
                                           std::string_view path);
[[nodiscard]] std::string roundsDiffer(std::uint32_t a, std::uint32_t b);

struct DifferentLevels {
    std::string_view policy;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    bool fromOutputs = false; ///< how they are counted
    bool onlyReason = false;  ///< nothing else keeps the nodes apart
};
[[nodiscard]] std::string levelsDiffer(const DifferentLevels& levels);

struct DifferentBatches {
    std::string_view policy;
    std::uint32_t first = 0; ///< node
    std::string_view firstBatch;
    std::uint32_t later = 0; ///< node
    std::string_view laterBatch;
    std::string_view waiting; ///< why the later one did not run with the first
    std::string_view firstDecision;
    std::string_view laterDecision;
};
[[nodiscard]] std::string batchesDiffer(const DifferentBatches& batches);

[[nodiscard]] std::string createdLater(std::string_view batch, std::uint32_t node);
[[nodiscard]] std::string ranOneAlone(std::string_view batch, std::uint32_t node);
[[nodiscard]] std::string tookOnlySome(std::string_view batch, std::uint32_t node);
/// Each of the arguments as awaitedArgument() says it.
[[nodiscard]] std::string wasNotReady(std::string_view batch, std::uint32_t node,
                                      std::span<const std::string> arguments);
[[nodiscard]] std::string awaitedArgument(std::uint32_t argument, std::string_view node, std::string_view batch);

// Fields of signatures, and what they hold.
[[nodiscard]] std::string attributeField(std::string_view name);
[[nodiscard]] std::string argumentField(std::size_t slot);
/// `aspect` is a field of the argument.
[[nodiscard]] std::string argumentField(std::size_t slot, std::string_view aspect);
[[nodiscard]] std::string sharedField(std::size_t index);
[[nodiscard]] std::string slotCount(std::size_t count);
[[nodiscard]] std::string anyNumberOf(std::string_view argument);
[[nodiscard]] std::string outputOfNode(std::uint32_t output, std::string_view node);
inline constexpr std::string_view kBodyField = "body";
[[nodiscard]] std::string bodyOf(std::string_view op);
[[nodiscard]] std::string sameBodyIn(std::string_view op);
[[nodiscard]] std::string bodyOfOp(std::string_view op, std::uint32_t id);

} // namespace batchscope::words
