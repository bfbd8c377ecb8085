// SPDX-License-Identifier: GPL-3.0-or-later
//
// A finished run as arrays that any program can read and recompute: parameters, every value, who computed it from
// what, and the gradients. Names of arrays, with N nodes of an op in the order of their rows (by node id, so arguments
// come before their users), W columns, and node -1 or tree -1 where there is none:
//
//     param/NAME             [rows, columns]  a parameter (weightNames in weights.h)
//     nodes/OP               [N]              node ids; int64, like all that follow but values and gradients
//     tree/OP, tree_node/OP  [N]              where each node comes from: tree of the file, node of it in post-order
//     value/OP/K             [N, W]           output K
//     args/OP/SLOT           [N, 2]           a row or shared argument: node id and output
//                            [N]              an integer argument
//                            [N, W]           a constant, of the type of the values
//                            [items, 2]       a variadic slot: the items of all nodes, one after the other
//     constants/OP/SLOT      [rows, W]        numbers that calls give in a slot for rows; there, args/OP/SLOT has
//                                             node -1 and the row here
//     items/OP               [N]              how many items each node has in each variadic slot
//     outputs/values         [R, 2]           requested values in order of request: node id and output
//     outputs/targets        [R]              the class that each should be, or -1
//     outputs/tags           [R]              of nets with a CRF: the class of each in the best sequence of its
//                                             sentence
//     vocabulary/utf8        [bytes]          the words by id: of UTF-8, each with a 0 behind it; where words have ids
//     loss                   []               float64; the mean of -log softmax(value)[target] over those with target
//     grad/param/NAME        as param/NAME    ∂loss/∂parameter
//     grad/value/OP/K        as value/OP/K    ∂loss/∂value, over all uses of the value by other nodes and by the loss;
//                                             NaN where the engine knows only a sum with others
//
// Ops without nodes have no arrays. Loss and gradients are there for training runs.
#pragma once

#include "core/arrays/array_file.h"
#include "core/base/progress.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"
#include "core/trace/recorded_state.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// What is exported; all of it is of one run.
struct ExportedRun {
    const OpGraph& graph;
    const Parameters& parameters;
    const RecordedState& values;
    const Gradients* gradients = nullptr; ///< null: inference
    std::string words = {};               ///< by id, as vocabulary/utf8 has them
};

/// What was written.
struct ExportSummary {
    std::vector<ArrayInfo> arrays;
    std::vector<std::uint32_t> checksums; ///< by array: CRC-32 of its bytes
    std::uint64_t bytes = 0;              ///< of all numbers
    std::size_t gradients = 0;            ///< of values
    std::size_t unknownGradients = 0;     ///< of these, NaN since the engine keeps sums only
};

/// Writes all arrays, one at a time, and finishes the file. Errors of the writer; Config error when one array takes
/// more than memoryLimit(); Cancelled.
[[nodiscard]] Result<ExportSummary> exportValues(const ExportedRun& run, ArrayWriter& file, const RunControl& control);

// The tags of a sentence where each depends on the one before it: those of the best sequence as a whole, which need not
// be the likeliest tag of each word. Decoding reads scores that the graph has computed in batches, and is no part of
// it: it has no gradient.

/// What scores a sequence of tags y1…yn: ends[0][y1] + Σ_k words[k][y_k] + Σ_k transitions[y_k][y_k+1] + ends[1][yn].
struct TagScores {
    std::span<const double> words;       ///< [n, classes]
    std::span<const double> transitions; ///< [classes, classes]
    std::span<const double> ends;        ///< [2, classes]
};

/// The sequence with the highest score (Viterbi 1967), in n·classes² steps; of equal ones that with the smallest tags,
/// from the last word on. At least one class.
[[nodiscard]] std::vector<std::int64_t> bestSequence(const TagScores& scores);

/// By requested value, of a run of a graph with OpSet::tagChain.
[[nodiscard]] std::vector<std::int64_t> bestTags(const OpGraph& graph, const Parameters& parameters,
                                                 const RecordedState& values);

} // namespace batchscope
