// SPDX-License-Identifier: GPL-3.0-or-later
//
// The same node in two graphs of the same trees: after another choice its number may be another one.
#pragma once

#include "core/graph/op_graph.h"

namespace batchscope {

/// The node of `after` that has the op name and the tree node of `node` in `before`; where several have, the one with
/// the same place among them. Without any, the only node there whose op `before` does not have: the same call in
/// another form. Invalid when there is none, and for nodes that belong to no tree node. Both graphs must number tree
/// nodes alike. O(nodes).
[[nodiscard]] NodeId counterpart(const OpGraph& before, const OpGraph& after, NodeId node);

} // namespace batchscope
