// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares two schedules of one graph, batch by batch: which batches stayed, grew, shrank, were split or joined, which
// nodes moved, and how many batches that saves. A pure function of two values; nothing runs.
//
// Each batch has at most one counterpart in the other schedule. Pairs are made by overlap, the largest first (at ties,
// the earlier steps), so a batch that lost a few nodes keeps its counterpart. Two batches without a common node are
// never a pair, so the signatures of a pair are equal.
//
//     const ScheduleDiff diff = diffSchedules(graph, depth, agenda);
//     diff.total.saved - diff.total.added == depth.batchCount() - agenda.batchCount()
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The change of a batch. In a pair, `lost` nodes are only in the first batch, `gained` nodes only in the second.
enum class BatchChange : std::uint8_t {
    Same,       ///< nothing lost, nothing gained
    Grown,      ///< gained only; some nodes come from batches whose other nodes are elsewhere
    Shrunk,     ///< lost only; some nodes went to batches that also hold other nodes
    Split,      ///< lost only; the lost nodes form separate batches
    Joined,     ///< gained only; all gained nodes come from batches that it absorbed completely
    Regrouped,  ///< lost and gained
    OnlyBefore, ///< a batch saved: no counterpart; its nodes are in the counterparts of other batches
    OnlyAfter,  ///< a batch added: no counterpart
};

/// For scripts: same, grown, shrunk, split, joined, regrouped, only-before, only-after.
[[nodiscard]] const char* batchChangeName(BatchChange change);
/// Display name of the change.
[[nodiscard]] std::string_view batchChangeTitle(BatchChange change);

/// A pair of batches, or a batch without counterpart.
struct BatchDifference {
    BatchChange change = BatchChange::Same;
    SignatureId signature;
    BatchId before;               ///< invalid for OnlyAfter
    BatchId after;                ///< invalid for OnlyBefore
    std::uint32_t sizeBefore = 0; ///< number of nodes; 0 if there is no such batch
    std::uint32_t sizeAfter = 0;
    std::uint32_t common = 0; ///< nodes in both
    /// The number of batches of the other schedule that hold the nodes of `before`; those of `after` if there is no
    /// `before` or the change is Joined.
    std::uint32_t parts = 1;
    BatchId
        relative; ///< without a counterpart: the batch of the other schedule with most of its nodes, the first at ties

    [[nodiscard]] std::uint32_t lost() const { return sizeBefore - common; }
    [[nodiscard]] std::uint32_t gained() const { return sizeAfter - common; }
};

/// Sums over some batches.
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
    /// Pairs and added batches by their step in the second schedule; a saved batch follows its relative.
    std::vector<BatchDifference> batches;
    std::vector<NodeId> moved; ///< nodes that are not in the counterpart of their batch, ascending
    DiffCount total;
    bool keepsOrder = true; ///< pairs have the same order in both schedules
};

/// Both schedules must pass validate() for this graph; one of another size ends the program. O(n log n) for n nodes.
[[nodiscard]] ScheduleDiff diffSchedules(const OpGraph& graph, const Schedule& before, const Schedule& after);

/// The change of a batch with figures: "split into 3 batches", "4 nodes moved to batch 8"; "same" if it did not change.
[[nodiscard]] std::string changeText(const BatchDifference& difference);

/// Summarizes the difference in one or two sentences; `before` and `after` name the schedules.
[[nodiscard]] std::string diffText(const ScheduleDiff& diff, std::string_view before, std::string_view after);

} // namespace batchscope
