// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tags of a sentence where each depends on the one before it: those of the best sequence as a whole, which need not
// be the likeliest tag of each word. Decoding reads scores that the graph has computed in batches, and is no part of
// it: it has no gradient.
#pragma once

#include "core/exec/parameters.h"
#include "core/graph/op_graph.h"
#include "core/trace/recorded_state.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

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
