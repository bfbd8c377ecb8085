// SPDX-License-Identifier: GPL-3.0-or-later
//
// A place that the user wants to come back to, with a note. It names a node by what it is computed for (its tree, the
// place in the tree and the op), so that it is found again under another policy, granularity or range of trees, where
// the same node has another number.
#pragma once

#include "core/graph/op_graph.h"
#include "core/session/snapshot.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct Bookmark {
    enum class Of { Node, Step };

    Of of = Of::Node; ///< the node, or the step that runs it under the shown policy
    TreeId tree;      ///< invalid for nodes of a program without trees
    TreeNodeId treeNode;
    std::string op;
    std::size_t nth = 0; ///< among the nodes of this op for the same place, in order of their ids
    std::string note;    ///< may be empty
    /// That the trees were read from; the same numbers mean other trees in other files.
    std::vector<std::string> files = {};

    bool operator==(const Bookmark&) const = default;
};

/// Of a node of this snapshot's graph; without a note. Time: linear in the nodes.
[[nodiscard]] Bookmark bookmarkOf(const Snapshot& snapshot, NodeId node, Bookmark::Of of);

/// The node of each bookmark, by its place; invalid where the snapshot's graph has none, or there is no graph. Time:
/// linear in the nodes, and in the bookmarks of each place.
[[nodiscard]] std::vector<NodeId> nodesOf(const Snapshot& snapshot, std::span<const Bookmark> bookmarks);

} // namespace batchscope
