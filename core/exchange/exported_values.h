// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports a finished run as arrays that any program can read and recompute: parameters, all values, the operands of
// each value, and the gradients. Below, N nodes of an op are in the order of their rows (by node id, so arguments come
// before their users), W is a number of columns, and a missing node or tree is -1:
//
//     param/NAME             [rows, columns]  a parameter (weightNames in weights.h)
//     nodes/OP               [N]              node ids; int64, like all that follow except values and gradients
//     tree/OP, tree_node/OP  [N]              the origin of each node: a tree of the file, a node of it in post-order
//     value/OP/K             [N, W]           output K
//     args/OP/SLOT           [N, 2]           a row or shared argument: node id and output
//                            [N]              an integer argument
//                            [N, W]           a constant, of the type of the values
//                            [items, 2]       a variadic slot: the items of all nodes, concatenated
//     constants/OP/SLOT      [rows, W]        constant rows that calls pass in a slot for rows; args/OP/SLOT then has
//                                             node -1 and the index of the row here
//     items/OP               [N]              the number of items of each node in the variadic slot
//     outputs/values         [R, 2]           requested values in order of request: node id and output
//     outputs/targets        [R]              the target class of each, or -1
//     outputs/tags           [R]              for nets with a CRF: the class of each in the best sequence of its
//                                             sentence
//     vocabulary/utf8        [bytes]          the words by id, in UTF-8, each followed by a 0; if words have ids
//     loss                   []               float64; the mean of -log softmax(value)[target] over all targets
//     grad/param/NAME        as param/NAME    ∂loss/∂parameter
//     grad/value/OP/K        as value/OP/K    ∂loss/∂value, over all uses of the value by other nodes and by the loss;
//                                             NaN if the engine keeps only its sum with other gradients
//
// Ops without nodes have no arrays. Only training runs have a loss and gradients.
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

/// The data to export; all parts must come from the same run.
struct ExportedRun {
    const OpGraph& graph;
    const Parameters& parameters;
    const RecordedState& values;
    const Gradients* gradients = nullptr; ///< null for inference
    std::string words = {};               ///< by id, in the format of vocabulary/utf8
};

/// A summary of the arrays that were written.
struct ExportSummary {
    std::vector<ArrayInfo> arrays;
    std::vector<std::uint32_t> checksums; ///< by array: the CRC-32 of its bytes
    std::uint64_t bytes = 0;              ///< the total size of all numbers
    std::size_t gradients = 0;            ///< the number of gradients of values
    std::size_t unknownGradients = 0;     ///< the gradients that are NaN because the engine keeps only sums
};

/// Writes all arrays, one at a time, and finishes the file. Fails like the writer; Config error if one array takes more
/// than memoryLimit(); Cancelled.
[[nodiscard]] Result<ExportSummary> exportValues(const ExportedRun& run, ArrayWriter& file, const RunControl& control);

// Tags of a sentence in which each tag depends on the previous one: those of the best sequence as a whole, which need
// not be the likeliest tag of each word. Decoding reads scores that the graph has computed in batches; it is not part
// of the graph, because it has no gradient.

/// The terms of the score of tags y1…yn: ends[0][y1] + Σ_k words[k][y_k] + Σ_k transitions[y_k][y_k+1] + ends[1][yn].
struct TagScores {
    std::span<const double> words;       ///< [n, classes]
    std::span<const double> transitions; ///< [classes, classes]
    std::span<const double> ends;        ///< [2, classes]
};

/// The sequence with the highest score (Viterbi 1967), in n·classes² steps. Among equal scores, the one with the
/// smallest tags, compared from the last word. Needs at least one class.
[[nodiscard]] std::vector<std::int64_t> bestSequence(const TagScores& scores);

/// The best tags by requested value, for a run of a graph with OpSet::tagChain.
[[nodiscard]] std::vector<std::int64_t> bestTags(const OpGraph& graph, const Parameters& parameters,
                                                 const RecordedState& values);

} // namespace batchscope
