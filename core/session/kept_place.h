// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the user's place again after the snapshot has changed: moment and selection after a reload, another policy or
// another shape of the window. Free of side effects, so that it can be tested without a window.
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

/// A moment and a selection, with everything needed to find them again in another snapshot.
struct KeptPlace {
    std::shared_ptr<const OpGraph> graph;
    std::shared_ptr<const Schedule> schedule; ///< null: there is no place to keep
    SessionConfig config;
    double time = 0.0; ///< in stops
    Focus focus;
};

/// The place in `snapshot` that corresponds to `before`. Needs snapshot.graph, schedule and storyboard.
///
/// If the graph is the same, or the files and the choices are, the moment is kept (cursor.h: by step, or by share of
/// the batches if the policy differs), and so is the selection as far as it still exists. A node is the same if its
/// number, op and tree node are; a batch, if it has the same number under the same policy. If the same files make
/// another graph (other trees, net, outputs, merging, granularity…), the share of the batches is kept. The selection is
/// kept if a node has the same op name and tree node, otherwise only its tree, if it is shown. With other files, the
/// result is time 0 with nothing selected.
struct FoundPlace {
    double time = 0.0;
    Focus focus;
};
[[nodiscard]] FoundPlace placeIn(const Snapshot& snapshot, const KeptPlace& before);

// Finds a node again in another graph of the same trees, where its number may differ.

/// The node of `after` that has the op name and the tree node of `node` in `before`; if several have, the one with the
/// same position among them. If none has, the only node of that tree node whose op does not occur in `before`: the same
/// call in another form. Invalid if there is none, and for nodes without a tree node. Both graphs must number tree
/// nodes alike. O(nodes).
[[nodiscard]] NodeId counterpart(const OpGraph& before, const OpGraph& after, NodeId node);

// A place that the user wants to come back to, with a note. It identifies a node by what it is computed for (its tree,
// the tree node and the op), so that it is found again under another policy, granularity or range of trees, which may
// give the node another number.

struct Bookmark {
    enum class Of { Node, Step };

    Of of = Of::Node; ///< the node, or the step that runs it under the shown policy
    TreeId tree;      ///< invalid for nodes of a program without trees
    TreeNodeId treeNode;
    std::string op;
    std::size_t nth = 0; ///< index among the nodes of this op for the same tree node, in order of their ids
    std::string note;    ///< may be empty
    /// The files that the trees were read from; the same numbers mean other trees in other files.
    std::vector<std::string> files = {};

    bool operator==(const Bookmark&) const = default;
};

/// Bookmarks a node of this snapshot's graph, without a note. Time: linear in the nodes.
[[nodiscard]] Bookmark bookmarkOf(const Snapshot& snapshot, NodeId node, Bookmark::Of of);

/// The node of each bookmark; invalid if the snapshot has no graph or its graph has no such node. Time: linear in the
/// nodes, and in the bookmarks of each place.
[[nodiscard]] std::vector<NodeId> nodesOf(const Snapshot& snapshot, std::span<const Bookmark> bookmarks);

// Parses a place in the graph as people write it ("batch 5") and checks that it exists. Typing a place is faster than
// searching for it.

/// Parses `tree 12`, `batch 5`, `level 3`, `node 60` or a node's number alone, numbered as the window shows them: trees
/// and batches from 1. A level selects its first node. Parse error for anything else, including queries (`step:4`);
/// Config error, with the valid range, for a place that is not in the graph.
[[nodiscard]] Result<Focus> placeNamed(const Snapshot& snapshot, std::string_view text);

/// The text that placeNamed parses back to this focus: a node takes precedence over its batch and tree. Empty if
/// nothing is selected.
[[nodiscard]] std::string nameOfPlace(const Focus& focus);

} // namespace batchscope
