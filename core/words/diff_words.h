// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two schedules of one graph compared: what became of each batch, and what the change comes to. Counts come as text
// with their nouns ("4 nodes"), batches counted from 1.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

// What became of a batch, as a label.
inline constexpr std::string_view kSameBatch = "same";
inline constexpr std::string_view kGrownBatch = "grown";
inline constexpr std::string_view kShrunkBatch = "shrunk";
inline constexpr std::string_view kSplitBatch = "split";
inline constexpr std::string_view kJoinedBatch = "joined";
inline constexpr std::string_view kRegroupedBatch = "regrouped";
inline constexpr std::string_view kOnlyBefore = "only before";
inline constexpr std::string_view kOnlyAfter = "only after";
inline constexpr std::string_view kOtherNodes = "other nodes";

// The same with figures; each begins in lower case and has no full stop.
[[nodiscard]] std::string gainedNodes(std::string_view nodes);
[[nodiscard]] std::string lostNodes(std::string_view nodes);
[[nodiscard]] std::string lostAndGained(std::string_view lost, std::string_view gained);
[[nodiscard]] std::string splitInto(std::string_view batches);
[[nodiscard]] std::string joinedFrom(std::string_view batches);
[[nodiscard]] std::string wentTo(std::string_view nodes, std::string_view batch);
[[nodiscard]] std::string wentToSeveral(std::string_view nodes, std::string_view batches, std::string_view batch);
[[nodiscard]] std::string cameFrom(std::string_view nodes, std::string_view batch);
[[nodiscard]] std::string cameFromSeveral(std::string_view nodes, std::string_view batches, std::string_view batch);

/// Nodes of a batch that the other graph has not; empty: none on that side.
[[nodiscard]] std::string withoutPartner(std::string_view before, std::string_view after);

// What it comes to, in sentences.
struct DiffTotals {
    std::string_view before; ///< what made the schedules
    std::string_view after;
    std::string_view batchesBefore; ///< "43 batches"
    std::string_view batchesAfter;
    std::string_view fewer; ///< by how many the second needs fewer, or more; empty: as many
    bool isMore = false;
    std::string_view saved;            ///< batches that only the first has
    std::string_view added;            ///< batches that only the second has
    std::string_view moved;            ///< "1,204"
    std::string_view nodes;            ///< "2,834 nodes"
    std::string_view aloneBefore = {}; ///< nodes of the first graph without partner; empty: there is one graph
    std::string_view aloneAfter = {};
};
/// "depth: 43 batches. agenda: 26 batches, 17 fewer (20 saved, 3 added). 1,204 of 2,834 nodes run in another batch."
[[nodiscard]] std::string diffTotals(const DiffTotals& totals);
/// Two graphs without a common node.
[[nodiscard]] std::string nothingIsPaired(std::string_view before, std::string_view batchesBefore,
                                          std::string_view after, std::string_view batchesAfter);
[[nodiscard]] std::string sameBatchesAndOrder(std::string_view before, std::string_view after);
[[nodiscard]] std::string sameBatchesOtherOrder(std::string_view before, std::string_view after);

} // namespace batchscope::words
