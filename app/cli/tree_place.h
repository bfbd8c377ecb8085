// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a node of the graph comes from in the user's file, for lists and explanations.
#pragma once

#include "core/nets/build_graph.h"

#include <string>
#include <utility>

namespace batchscope {

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
