// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of tree nodes. A node made by a shape operation has no label of its own in the treebank's table; writers and
// the window show a name that says what it represents, as NLTK's chomsky_normal_form does:
//   S|<NP-VP>   introduced by binarization into an S, for its children NP and VP
//   NP+NN       a chain of nodes with one child, collapsed
// Any other node's name is its label.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>
#include <vector>

namespace batchscope {

/// Children that the name of an introduced node lists, the first ones: all, in nearly any treebank, but a node with a
/// million children does not make names of a million labels.
constexpr std::size_t kMostNamedChildren = 64;

/// The names of one tree's nodes. It refers to the tree and the table. O(nodes), iterative; nothing is computed for a
/// tree without marks.
class NodeNames {
public:
    NodeNames(const Tree& tree, const SymbolTable& labels);

    /// Whether the name is the node's label.
    [[nodiscard]] bool isPlain(TreeNodeId node) const;
    /// Empty for a node without label.
    [[nodiscard]] std::string text(TreeNodeId node) const;

private:
    struct Range {
        std::uint32_t begin = 0; // into m_covered
        std::uint32_t end = 0;
    };
    void cover(TreeNodeId constituent);
    void appendOwn(std::string& out, TreeNodeId node) const;

    const Tree& m_tree;
    const SymbolTable& m_labels;
    std::vector<TreeNodeId> m_covered; // children of each constituent, introduced nodes seen through
    std::vector<Range> m_ranges;       // by node: what an introduced node covers of them; empty without marks
};

/// The name of one node. O(nodes of the tree): for more than one, NodeNames.
[[nodiscard]] std::string nodeLabel(const Tree& tree, TreeNodeId node, const SymbolTable& labels);

} // namespace batchscope
