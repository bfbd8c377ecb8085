// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows that TensorFlow Fold's engine (Loom; Looks et al. 2017) would add to this graph. Loom runs level by level
// and passes values only to the next level, so a value that is needed later is carried along by pass-through rows, one
// per level, and every requested value is carried to the last level. No other tool shows this cost.
#pragma once

#include "core/graph/op_graph.h"

namespace batchscope {

/// Pass-through rows over all nodes; the outputs of one node travel together, as one row. O(nodes + arguments).
[[nodiscard]] std::size_t loomPassThroughRows(const OpGraph& graph);

} // namespace batchscope
