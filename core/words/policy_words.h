// SPDX-License-Identifier: GPL-3.0-or-later
//
// Policies in words: what each one does, what its score means, how it chooses and why; and what a policy refuses.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

struct PolicyWords {
    const char* title = "";       ///< what people call it
    const char* description = ""; ///< one line
    const char* scoreName = "";
    const char* line = ""; ///< how it chooses, as a line of pseudo-code
    const char* tip = "";  ///< the same as a sentence
    const char* ownReason = "";
};

/// Where no policy is known.
inline constexpr PolicyWords kAnyPolicy = {
    .line = "batch = choose(ready)",
    .tip = "The policy's choice among the ready nodes.",
    .ownReason = "the policy chose it",
};

inline constexpr PolicyWords kRegularPolicy = {
    .title = "One by one",
    .description = "every node alone, in creation order: the baseline",
    .scoreName = "creation order",
    .line = "node = first of todo",
    .tip = "One node alone, in creation order.",
};

inline constexpr PolicyWords kDepthPolicy = {
    .title = "By level",
    .description = "by level, then signature (TorchFold, TensorFlow Fold, DyNet 2)",
    .scoreName = "lowest level",
    .line = "batch = lowest level",
    .tip = "All ready nodes of one signature on the lowest level that still has work.",
};

inline constexpr PolicyWords kAlapPolicy = {
    .title = "By level from the outputs",
    .description = "like depth, with levels counted back from the outputs",
    .scoreName = "lowest level",
    .line = "batch = lowest level",
    .tip = "All ready nodes of one signature on the lowest level that still has work; levels are counted back from the "
           "outputs.",
};

inline constexpr PolicyWords kAgendaPolicy = {
    .title = "Lowest mean level",
    .description = "all ready nodes of the signature with the lowest mean level (DyNet 1)",
    .scoreName = "mean level",
    .line = "batch = lowest mean level",
    .tip = "All ready nodes of the signature with the lowest mean level; the mean is over all of its nodes, ready or "
           "not.",
};

inline constexpr PolicyWords kAgendaRemainingPolicy = {
    .title = "Lowest mean level of the rest",
    .description = "like agenda, with the mean over nodes that have not run yet (ED-Batch's baseline)",
    .scoreName = "mean level of the rest",
    .line = "batch = lowest remaining mean",
    .tip = "All ready nodes of the signature whose remaining nodes have the lowest mean level.",
};

inline constexpr PolicyWords kCompleteGroupsPolicy = {
    .title = "Complete levels",
    .description = "like agenda, but only for levels that are completely ready (DyNet 3)",
    .scoreName = "mean level",
    .line = "batch = lowest complete group",
    .tip = "Of all completely ready groups (nodes of one level and signature), the one whose signature has the lowest "
           "mean level.",
};

inline constexpr PolicyWords kLargestPolicy = {
    .title = "Most ready nodes",
    .description = "the signature with the most ready nodes",
    .scoreName = "ready",
    .line = "batch = most ready",
    .tip = "All ready nodes of the signature that has the most of them.",
    .ownReason = "it has the most ready nodes",
};

inline constexpr PolicyWords kSufficientPolicy = {
    .title = "Largest ready share",
    .description = "the signature with the largest ready share of its own frontier (ED-Batch)",
    .scoreName = "share",
    .line = "batch = largest share ready",
    .tip = "All ready nodes of the signature with the largest ready share of its own frontier: its remaining nodes "
           "that wait for no other node of the same signature.",
};

inline constexpr PolicyWords kOptimalPolicy = {
    .title = "Best of all orders",
    .description = "exhaustive search, for graphs of at most 16 nodes",
    .scoreName = "batches to go",
    .line = "batch = best of all orders",
    .tip = "The signature that leaves the fewest batches to run, found by trying all orders.",
    .ownReason = "a search over all orders found none with fewer batches",
};

inline constexpr PolicyWords kLearnedPolicy = {
    .title = "Learned table",
    .description = "follows a table trained on this graph (ED-Batch's state machine)",
    .scoreName = "Q",
    .line = "batch = best in the table",
    .tip = "The signature with the highest value in the learned table for this state.",
};

[[nodiscard]] std::string policyTakesSmallerGraphs(std::string_view policy, std::size_t mostNodes, std::size_t nodes);
[[nodiscard]] std::string learnedTrainsOnSmallerGraphs(std::string_view mostNodes, std::string_view nodes);
/// `signature` is one of the graph's.
[[nodiscard]] std::string tableLacksSignatures(std::string_view net, std::string_view signature);
[[nodiscard]] std::string policyChoseNothing(std::string_view policy, std::size_t step, std::size_t done,
                                             std::size_t nodes);

} // namespace batchscope::words
