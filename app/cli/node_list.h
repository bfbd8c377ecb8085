// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes of a run as a list, so that their numbers can be given to explain: op, words, place in the file, and the
// step and row that they got. The snapshot has treebank, graph and schedule.
#pragma once

#include "app/cli/json.h"
#include "core/base/progress.h"
#include "core/nets/build_graph.h"

#include <string>
#include <utility>
#include <vector>

namespace batchscope {

/// A Config error with the range where there is no node of that number.
[[nodiscard]] Status checkNode(std::size_t node, const OpGraph& graph);

/// The nodes for which the query holds (core/session/node_search.h); empty: all of them.
/// Errors as parseNodeQuery and findNodes.
[[nodiscard]] Result<std::vector<NodeId>> nodesWhere(const Snapshot& snapshot, const std::string& query,
                                                     const RunControl& control);
void printNodes(const Snapshot& snapshot, const std::vector<NodeId>& nodes);
[[nodiscard]] Json nodesJson(const Snapshot& snapshot, const std::vector<NodeId>& nodes);

// Where a node of the graph comes from in the user's file, for lists and explanations.

/// All empty where the node belongs to no tree.
struct TreePlace {
    std::string label; ///< of the tree node; of a program the name of the call
    std::string words; ///< that the tree node covers
    std::string place; ///< file:line, of the tree; of a program file:line:column, of the call
};

/// Finds the places of nodes, one after another; nodes of one tree in a row are cheap.
class TreePlaces {
public:
    /// `bank` must outlive it; `options` are those of the graph.
    TreePlaces(const Treebank& bank, GraphOptions options) : m_bank(bank), m_options(std::move(options)) {}

    [[nodiscard]] TreePlace of(const OpGraph& graph, NodeId node);

private:
    [[nodiscard]] TreePlace of(const Origin& origin);
    void read(TreeId id);

    const Treebank& m_bank;
    GraphOptions m_options;
    TreeId m_id; ///< of m_tree
    Tree m_tree; ///< in the shape in which the net takes it
};

} // namespace batchscope
