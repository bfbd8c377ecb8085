// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views color an op by its place among the ops of its net. So that logits look the same in every net, they have the
// same place in all of them.
#pragma once

#include "core/graph/op_set.h"

#include <utility>

namespace batchscope {

inline constexpr OpId kLogitsPlace(std::size_t{2});

/// Swaps `logits`, which was added at this place, with the op at kLogitsPlace.
inline void placeLogits(OpSet& set, OpId addedAt) {
    std::swap(set.ops[addedAt], set.ops[kLogitsPlace]);
}

} // namespace batchscope
