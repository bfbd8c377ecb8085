// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the user's place again after the snapshot has changed: moment and selection after a reload, another policy,
// another shape of the window. Pure, so that it is tested without a window.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"
#include "core/session/snapshot.h"
#include "core/story/cursor.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A moment and a selection, with all that is needed to find them again in another snapshot.
struct KeptPlace {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> schedule; ///< null: there is no place to keep
    SessionConfig config;
    double time = 0.0; ///< stops
    Focus focus;
};

/// The place in `snapshot` that corresponds to `before`. Needs snapshot.graph, schedule and storyboard.
///
/// The same graph, or the same files under the same choices: the moment stays (cursor.h: by share of the batches under
/// another policy, else by step), and so does what is selected as far as it still exists. A node is the same when its
/// number, op and tree node are; a batch when it has the same number under the same policy.
/// The same files under choices that make another graph (trees, net, outputs, merging, granularity…): the share of the
/// batches stays. What is selected stays where a node has the same op name and tree node, else only its tree, as far as
/// it is among those shown. Other files start at 0 with nothing selected.
struct FoundPlace {
    double time = 0.0;
    Focus focus;
};
[[nodiscard]] FoundPlace placeIn(const Snapshot& snapshot, const KeptPlace& before);

// The same node in two graphs of the same trees: after another choice its number may be another one.

/// The node of `after` that has the op name and the tree node of `node` in `before`; where several have, the one with
/// the same place among them. If none has them, the only node of that tree node whose op is not in `before`: the same
/// call in another form. Invalid when there is none, and for nodes that belong to no tree node. Both graphs must number
/// tree nodes alike. O(nodes).
[[nodiscard]] NodeId counterpart(const OpGraph& before, const OpGraph& after, NodeId node);

// A place that the user wants to come back to, with a note. It names a node by what it is computed for (its tree, the
// place in the tree and the op), so that it is found again under another policy, granularity or range of trees, where
// the same node has another number.

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

// Reads a place in the graph as people write it ("batch 5"), checked against what is there. Typing it is faster than
// searching for it.

/// Reads `tree 12`, `batch 5`, `level 3`, `node 60` or a node's number alone, numbered as the window shows them: trees
/// and batches from 1. A level is its first node. Parse error for anything else, queries (`step:4`) among it; Config
/// error, with the range, for what is not in the graph.
[[nodiscard]] Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text);

/// The words that placeNamed reads back as this: a node before the batch and tree that it names. Empty when nothing is
/// selected.
[[nodiscard]] std::string nameOfPlace(const Focus& focus);

} // namespace batchscope
