// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batches that one would write by hand for a known net, against which dynamic batching is measured. They are
// derived from the net's own graph, so every net has them, with the kernels and weights of all arms.
//
// SameShape    all trees have one shape: each place of the tree is one batch, of as many rows as there are trees. Looks
//              et al. (2017, Table 1) call that manual batching: their static graph calls the cell once for each tree
//              node (github.com/tensorflow/fold, iclr_2017_benchmark.py, TfModel). No argument is gathered.
// LevelPadded  at each level every tree takes as many rows of an op as the widest tree there; the surplus rows run and
//              are thrown away. What no node reads (a classifier's scores) waits and runs once, at the end. For a
//              sequence this is pad_sequence: level = place in the sentence, all run to the longest.
// Packed       the same levels without surplus, trees sorted from long to short, so that the rows of each batch
//              are the first rows of the one before: pack_padded_sequence.
//
// Rows of the last two are stored place after place, tree after tree inside a place, as in tensors [time, batch, …].
#pragma once

#include "core/base/result.h"
#include "core/schedule/batch_plan.h"

namespace batchscope {

enum class HandBatching { SameShape, LevelPadded, Packed };

struct HandBatched {
    HandBatching way = HandBatching::SameShape;
    OpGraph graph; ///< the nodes of the graph that was given keep their ids; surplus nodes follow them
    Schedule schedule;
    BatchPlan plan;
    std::size_t surplusRows = 0; ///< rows that are computed and thrown away

    /// Share of rows thrown away, 0 … 1.
    [[nodiscard]] double waste() const;
};

/// Whether all trees record the same calls on the same of their own nodes; integers and constants may differ.
[[nodiscard]] bool haveOneShape(const OpGraph& graph);

/// For `SameShape` the trees must have one shape. Config errors: calls that wait for values (sync points), ops that do
/// not batch, padding beyond ten million rows (one huge tree among small ones). `name` is the arm's, for messages and
/// as the schedule's policy.
[[nodiscard]] Result<HandBatched> batchByHand(OpGraph graph, HandBatching way, std::string_view name);

/// Writes the graph's word ids into a plan again. For trees of one shape, a new batch of trees changes nothing else.
void bindIntegers(const OpGraph& graph, const Schedule& schedule, BatchPlan& plan);

} // namespace batchscope
