// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists of nodes in an order that people ask for, for the table of nodes.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/session/snapshot.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// What a list of nodes is sorted by: what its columns show.
enum class NodeKey : std::uint8_t { Node, Op, Word, Tree, Level, Step, Row };
enum class NodeDirection : std::uint8_t { Ascending, Descending };

/// The nodes in that order; equal ones stay by id, in either direction. Ops go by name, words by text. Cancelled.
[[nodiscard]] Result<std::vector<NodeId>> orderedNodes(const Snapshot& snapshot, std::vector<NodeId> nodes, NodeKey key,
                                                       NodeDirection direction, const RunControl& control);

} // namespace batchscope
