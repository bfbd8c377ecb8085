// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two schedules of one graph compared, batch by batch: which batches stayed, grew, shrank, were split or joined, which
// nodes moved, and how many batches that saves. A pure function of two values; nothing runs.
//
// Each batch has at most one counterpart in the other schedule. Pairs are made by overlap, the largest first (of equal
// ones, the earlier steps): a batch that lost a few nodes keeps its counterpart. Two batches without a common node are
// never a pair, so the signatures of a pair are equal.
//
//     const ScheduleDiff diff = diffSchedules(graph, depth, agenda);
//     diff.saved() - diff.added() == depth.batchCount() - agenda.batchCount()
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// What became of a batch. Of a pair, `lost` are nodes of the first batch alone, `gained` nodes of the second alone.
enum class BatchChange : std::uint8_t {
    Same,       ///< nothing lost, nothing gained
    Grown,      ///< gained only; some of it from batches that go on
    Shrunk,     ///< lost only; some of it to batches that hold other nodes, too
    Split,      ///< lost only, and all that it lost forms batches of its own
    Joined,     ///< gained only, and all of it from batches that it has swallowed whole
    Regrouped,  ///< lost and gained
    OnlyBefore, ///< no counterpart: its nodes are in batches that are the counterparts of others. A batch saved
    OnlyAfter,  ///< no counterpart: a batch added
};

/// same, grown, shrunk, split, joined, regrouped, only-before, only-after: for scripts.
[[nodiscard]] const char* batchChangeName(BatchChange change);
/// The same for people.
[[nodiscard]] std::string_view batchChangeTitle(BatchChange change);

/// A pair of batches, or a batch without counterpart.
struct BatchDifference {
    BatchChange change = BatchChange::Same;
    SignatureId signature;
    BatchId before;               ///< invalid: OnlyAfter
    BatchId after;                ///< invalid: OnlyBefore
    std::uint32_t sizeBefore = 0; ///< nodes; 0 without that side
    std::uint32_t sizeAfter = 0;
    std::uint32_t common = 0; ///< nodes that are in both
    /// Batches of the other schedule among which the nodes of `before` are; those of `after`, where there is no
    /// `before`, or the change is Joined.
    std::uint32_t parts = 1;
    BatchId
        relative; ///< without counterpart: the batch of the other schedule with most of its nodes, of equal the first

    [[nodiscard]] std::uint32_t lost() const { return sizeBefore - common; }
    [[nodiscard]] std::uint32_t gained() const { return sizeAfter - common; }
};

/// The sums over some batches.
struct DiffCount {
    std::size_t before = 0; ///< batches of the first schedule
    std::size_t after = 0;  ///< batches of the second
    std::size_t saved = 0;  ///< OnlyBefore
    std::size_t added = 0;  ///< OnlyAfter; saved - added = before - after
    std::size_t nodes = 0;
    std::size_t moved = 0; ///< nodes that are not in the counterpart of their batch

    [[nodiscard]] bool changes() const { return saved + added + moved > 0; }
};

struct ScheduleDiff {
    /// Pairs and batches added by their step in the second schedule; a batch saved follows its relative.
    std::vector<BatchDifference> batches;
    std::vector<NodeId> moved; ///< ascending
    DiffCount total;
    bool keepsOrder = true; ///< pairs come in the same order in both
};

/// Both schedules pass validate() for this graph; other sizes end the program. O(n log n) for n nodes; no recursion.
[[nodiscard]] ScheduleDiff diffSchedules(const OpGraph& graph, const Schedule& before, const Schedule& after);

/// What became of a batch with figures: "split into 3 batches", "4 nodes moved to step 7"; "same" where it is.
[[nodiscard]] std::string changeText(const BatchDifference& difference);

/// What the difference comes to, in one or two sentences; `before` and `after` name the schedules.
[[nodiscard]] std::string diffText(const ScheduleDiff& diff, std::string_view before, std::string_view after);

} // namespace batchscope
