// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lists the nodes of a run with the numbers that `explain` takes: op, words, place in the file, and the step and row of
// the node. The snapshot must have a treebank, a graph and a schedule.
#pragma once

#include "app/cli/json.h"
#include "core/base/progress.h"
#include "core/nets/build_graph.h"

#include <string>
#include <utility>
#include <vector>

namespace batchscope {

/// Config error that names the valid range if the graph has no node with this number.
[[nodiscard]] Status checkNode(std::size_t node, const OpGraph& graph);

/// The nodes that match the query (core/session/node_search.h); all nodes if it is empty. Fails like parseNodeQuery()
/// and findNodes().
[[nodiscard]] Result<std::vector<NodeId>> nodesWhere(const Snapshot& snapshot, const std::string& query,
                                                     const RunControl& control);
void printNodes(const Snapshot& snapshot, const std::vector<NodeId>& nodes);
[[nodiscard]] Json nodesJson(const Snapshot& snapshot, const std::vector<NodeId>& nodes);

// Finds where a node of the graph comes from in the user's file, for lists and explanations.

/// All fields are empty if the node belongs to no tree.
struct TreePlace {
    std::string label; ///< label of the tree node; for a program, the name of the call
    std::string words; ///< the words that the tree node covers
    std::string place; ///< file:line of the tree; for a program, file:line:column of the call
};

/// Finds the places of nodes. Consecutive nodes of the same tree are cheap.
class TreePlaces {
public:
    /// `bank` must outlive this object; `options` are those the graph was built with.
    TreePlaces(const Treebank& bank, GraphOptions options) : m_bank(bank), m_options(std::move(options)) {}

    [[nodiscard]] TreePlace of(const OpGraph& graph, NodeId node);

private:
    [[nodiscard]] TreePlace of(const Origin& origin);
    void read(TreeId id);

    const Treebank& m_bank;
    GraphOptions m_options;
    TreeId m_id; ///< the id of m_tree
    Tree m_tree; ///< in the shape that the net takes
};

} // namespace batchscope
