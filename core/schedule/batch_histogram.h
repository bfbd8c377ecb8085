// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many batches of which size a schedule has, op by op. Sizes span decades, so each bin holds twice as many sizes as
// the one before it: 1, 2, 3–4, 5–8, and so on.
#pragma once

#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"

#include <cstddef>
#include <vector>

namespace batchscope {

struct BatchSizeBin {
    std::size_t smallest = 1;
    std::size_t largest = 1;
};

struct OpBatchCounts {
    OpId op;
    std::vector<std::size_t> batches; ///< one for each bin
};

struct BatchHistogram {
    std::vector<BatchSizeBin> bins; ///< from size 1 to the largest batch, without gaps
    std::vector<OpBatchCounts> ops; ///< that run at least once, by OpId

    /// Of all ops.
    [[nodiscard]] std::size_t batchesIn(std::size_t bin) const;
};

/// Time O(batches).
[[nodiscard]] BatchHistogram batchHistogram(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
