// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what TensorFlow Fold's engine (Loom; Looks et al. 2017) would add to this graph. It runs level by level and
// hands values on to the next level only, so a value that is needed later is carried there by pass-through rows, one a
// level, and every requested value is carried to the last level. No tool shows this cost.
#pragma once

#include "core/graph/op_graph.h"

namespace batchscope {

/// Pass-through rows over all nodes; the outputs of one node travel together, as one row. O(nodes + arguments).
[[nodiscard]] std::size_t loomPassThroughRows(const OpGraph& graph);

} // namespace batchscope
