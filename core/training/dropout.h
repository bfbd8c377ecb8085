// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dropout before a classifier (Hinton et al. 2012, inverted): each number of the rows from which the scores are
// computed becomes 0 with probability p and is divided by 1 − p otherwise. A mask is an argument of the call, so
// regular and folded runs multiply by the same numbers.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"

#include <cstdint>

namespace batchscope {

struct Dropout {
    double probability = 0.0; ///< in [0, 1)
    std::uint64_t seed = 0;
    /// The number of the epoch; seed, round, tree and node determine the masks.
    std::uint64_t round = 0;
};

/// Adds a mask for each argument of the ops that compute requested values. Config error if such an op has an argument
/// that is not a row.
[[nodiscard]] Status addDropout(OpGraph& graph, const Dropout& dropout);

} // namespace batchscope
