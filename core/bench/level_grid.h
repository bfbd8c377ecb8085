// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batches level by level, as by hand: the nodes of all trees are placed in a grid. A group is one signature at one
// level; in it, each tree has its nodes at places 0, 1, …. Padding fills the empty cells; a batch is a group, read
// place after place.
//
//     level 1, children    place 0: tree 0, tree 1, tree 2
//                          place 1: tree 0,    -  , tree 2        "-" gets a surplus node, or no row at all
//
// Nodes that no other node reads are in a group of their own at the end, whatever their level.
#pragma once

#include "core/graph/op_graph.h"

#include <compare>
#include <vector>

namespace batchscope {

/// For each node which tree of the selection it belongs to, counted from 0 in order of appearance.
[[nodiscard]] IdVector<NodeId, std::uint32_t> treeIndices(const OpGraph& graph);

class LevelGrid {
public:
    explicit LevelGrid(const OpGraph& graph);

    /// Nodes after padding.
    [[nodiscard]] std::size_t cellCount() const;
    /// Adds a node to the graph for each empty cell: the call of the first tree that has one there, on the same cells
    /// of the own tree. Its words are that tree's, too; its values mean nothing.
    void pad(OpGraph& graph);
    /// From the most nodes to the fewest; equal ones stay in order.
    void sortTrees();
    /// One batch for each group. All groups of a signature follow each other where what they read allows that (a whole
    /// LSTM runs before the other direction's, and its states are stored together); else they go level by level.
    [[nodiscard]] std::vector<std::vector<NodeId>> batches() const;

private:
    struct Key {
        std::uint32_t level = 0;
        SignatureId signature;
        auto operator<=>(const Key&) const = default;
    };
    struct Cell {
        std::uint32_t group = 0;
        std::uint32_t place = 0;
        std::uint32_t tree = 0;
    };
    using Place = std::vector<NodeId>; ///< by tree; invalid where a tree has none

    [[nodiscard]] NodeId& at(const Cell& cell) { return m_groups[cell.group][cell.place][cell.tree]; }
    void addSurplus(OpGraph& graph, NodeId model, Cell cell);
    void orderGroups(const OpGraph& graph);
    [[nodiscard]] bool isExecutable(const OpGraph& graph, const std::vector<std::uint32_t>& order) const;

    std::vector<Key> m_keys;                  // by group
    std::vector<std::vector<Place>> m_groups; // group, place, tree
    std::vector<std::uint32_t> m_order;       // of groups, as they run
    IdVector<NodeId, Cell> m_cells;
    std::vector<std::uint32_t> m_trees; // in order of rows
};

} // namespace batchscope
