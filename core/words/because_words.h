// SPDX-License-Identifier: GPL-3.0-or-later
//
// The second layer of the caption: why what happens is legal, and why it is faster, or why nothing is gained. Numbers
// come as text; a parameter that includes the noun ("3 rows") is named after that noun. All functions give whole
// sentences.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

/// "one" … "twelve"; larger numbers, and 0, as digits.
[[nodiscard]] std::string countWord(std::size_t count);

// Arguments of an op: "four rows of 100 numbers".
[[nodiscard]] std::string rowsTaken(std::size_t count, std::size_t width);
[[nodiscard]] std::string sharedRowsTaken(std::size_t count, std::size_t width);
[[nodiscard]] std::string givenRowsTaken(std::size_t count, std::size_t width);
[[nodiscard]] std::string anyRowsTaken(std::size_t width);
[[nodiscard]] std::string wordsTaken(std::size_t count);
[[nodiscard]] std::string lettersTaken(std::size_t count);
[[nodiscard]] std::string integersTaken(std::size_t count);

// The source trees.

inline constexpr std::string_view kOnlyOneNode = "There is only one node, so there is nothing to batch it with.";
[[nodiscard]] std::string callsHaveAPrice(std::string_view times);
/// Medians of several runs: all of the nodes, and the mean of one.
[[nodiscard]] std::string measuredOneByOne(std::string_view seconds);

// Signatures.

inline constexpr std::string_view kSameWorkForSameSignature =
    "Nodes with one signature (op, weights and argument shapes) do the same work on different numbers, so one call can "
    "do it for all of them that do not wait for each other.";
/// `arguments` is empty where the op takes none.
[[nodiscard]] std::string largestSignature(std::string_view op, std::string_view nodes, std::string_view arguments);
inline constexpr std::string_view kEverySignatureHasOneNode =
    "Every signature has only one node here, so no two nodes can share a batch.";
[[nodiscard]] std::string nodesOfUnbatchableOps(std::size_t count, std::string_view nodes);

// Levels.

inline constexpr std::string_view kNoNodeWaits = "There is only one level: no node waits for another.";
[[nodiscard]] std::string longestPathNeeds(std::string_view levels, std::string_view batches);
/// Of several levels, `single` have one node only.
[[nodiscard]] std::string signaturesNeedMore(std::string_view bound);
[[nodiscard]] std::string levelsOfOneNode(std::string_view single, std::string_view levels);

// A batch is chosen.

/// Nodes that run together. `trees`: empty where that is not known, since equal calls were merged.
struct TogetherNodes {
    std::string_view nodes;
    std::string_view trees;
    std::string_view op;
    std::string_view arguments; ///< empty where the op takes none
    bool needOthers = false;    ///< they take results of other nodes
};
[[nodiscard]] std::string mayRunTogether(const TogetherNodes& together);
[[nodiscard]] std::string productsInsteadOf(std::size_t products, std::string_view productText,
                                            std::string_view insteadOf);
[[nodiscard]] std::string oneBatchInsteadOf(std::string_view calls);
[[nodiscard]] std::string engineNeeds(std::string_view launches, std::string_view nodes);
[[nodiscard]] std::string othersAreReady(std::size_t count, std::string_view nodes, std::string_view op,
                                         std::string_view policy);
[[nodiscard]] std::string noOtherIsReady(std::string_view op);
[[nodiscard]] std::string opRunsAlone(std::string_view op);
inline constexpr std::string_view kNothingSaved = "This step saves nothing.";
[[nodiscard]] std::string policyRunsAlone(std::string_view policy);
inline constexpr std::string_view kCalledAfterRead =
    "The calls of this round are made only after that, so none of them could run earlier.";

// Rows are stacked.

inline constexpr std::string_view kNothingToStack = "With one row there is nothing to stack.";
[[nodiscard]] std::string weightsServeAll(std::string_view numbers, std::string_view rows);
[[nodiscard]] std::string oneTableServesAll(std::string_view rows);
[[nodiscard]] std::string sameForEveryRow(std::string_view rows);

// Operands come.

inline constexpr std::string_view kInputsAreGiven = "Nothing has to be computed or copied first.";
inline constexpr std::string_view kOneRowForAll = "One and the same row serves all nodes of the batch.";
/// The rows were written by these steps.
[[nodiscard]] std::string rowsInOnePiece(std::string_view steps);
[[nodiscard]] std::string rowsApart(std::string_view steps);
inline constexpr std::string_view kNothingCopied = "So they are read where they are.";
inline constexpr std::string_view kRowsAreCopied =
    "An op needs its rows as one block, so they are copied together first.";
inline constexpr std::string_view kCopyIsThePrice =
    "An op needs its rows as one block, so they are copied together first: the price of batching.";
inline constexpr std::string_view kIndexSavesTheCopy = "The fused kernel finds its rows by index instead of a copy.";
inline constexpr std::string_view kPushSavesTheCopy =
    "Their products were computed in the steps that made them, so the rows need not be brought together.";
inline constexpr std::string_view kTableSavesTheProduct =
    "Products of words were in a table, so no step computed them.";

// A batch is computed.

inline constexpr std::string_view kNothingLaunched = "Nothing is launched, so there is nothing to pay for.";
[[nodiscard]] std::string launchesServeAll(std::string_view launches, std::string_view nodes);
[[nodiscard]] std::string launchesForOneNode(std::string_view launches);
inline constexpr std::string_view kEveryNodePays = "Without batching, every node pays for its own launches.";
/// On the same kernels.
[[nodiscard]] std::string timeOneByOne(std::string_view nodes, std::string_view time);
[[nodiscard]] std::string backwardTook(std::string_view time);

// The folded graph.

[[nodiscard]] std::string policyNeverBatches(std::string_view policy);
inline constexpr std::string_view kNoTwoShared =
    "No two nodes shared a batch: each waits for another or has a signature of its own, so batching gains nothing.";
inline constexpr std::string_view kNoPolicyCanShare = "No policy can change that.";
[[nodiscard]] std::string anotherPolicyMay(std::string_view bound);
[[nodiscard]] std::string priceIsPaidLess(std::string_view batches, std::string_view nodes);
/// More than half of the batches hold one node.
[[nodiscard]] std::string batchesThatLaunchNothing(std::size_t count, std::string_view batches);
[[nodiscard]] std::string batchesOfOneNode(std::string_view single, std::string_view batches);
[[nodiscard]] std::string reachesTheBound(std::string_view policy);
[[nodiscard]] std::string savedByAnotherPolicy(std::string_view batches);
/// "6.3× (6.1–6.5)"
[[nodiscard]] std::string measuredBatching(std::string_view factor);
inline constexpr std::string_view kBackwardRunsToo =
    "The backward pass runs the same batches in reverse order, so it saves as many.";

} // namespace batchscope::words
