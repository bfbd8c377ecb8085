// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dropout in front of a classifier (Hinton et al. 2012, inverted): each number of the row that the scores are computed
// from is 0 with probability p, else divided by 1 − p. The mask is an argument of the call, a row of numbers like any
// other, so regular and folded runs multiply by the same numbers, and the picture of the graph shows where.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <cstdint>

namespace batchscope {

struct Dropout {
    double probability = 0.0; ///< in [0, 1)
    std::uint64_t seed = 0;
    /// With the seed, the tree and the node it decides the mask; a training loop gives each epoch its own.
    std::uint64_t round = 0;
};

/// Changes the ops that compute requested values: each takes a mask for each of its arguments, behind them. Config
/// error where such an op has anything but rows as arguments.
[[nodiscard]] Status addDropout(OpGraph& graph, const Dropout& dropout);

} // namespace batchscope
