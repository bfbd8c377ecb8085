// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of tree nodes. A node made by a shape operation has no label in the treebank's table; writers and the window
// show a name that describes it, like NLTK's chomsky_normal_form:
//   S|<NP-VP>   introduced by binarization into an S, for its children NP and VP
//   NP+NN       a chain of nodes with one child, collapsed
// Any other node's name is its label.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <string>
#include <vector>

namespace batchscope {

/// The maximum number of children listed in the name of an introduced node. Few treebanks reach it; it keeps a node
/// with a million children from making names of a million labels.
constexpr std::size_t kMostNamedChildren = 64;

/// The names of one tree's nodes. Keeps references to the tree and the table. O(nodes), iterative; nothing is computed
/// for a tree without marks.
class NodeNames {
public:
    NodeNames(const Tree& tree, const SymbolTable& labels);

    /// True if the name is the node's label.
    [[nodiscard]] bool isPlain(TreeNodeId node) const;
    /// The name of a node; empty for a node without label.
    [[nodiscard]] std::string text(TreeNodeId node) const;

private:
    struct Range {
        std::uint32_t begin = 0; // index into m_covered
        std::uint32_t end = 0;
    };
    void cover(TreeNodeId constituent);
    void appendOwn(std::string& out, TreeNodeId node) const;

    const Tree& m_tree;
    const SymbolTable& m_labels;
    std::vector<TreeNodeId> m_covered; // children of each constituent; introduced nodes are replaced by their children
    std::vector<Range> m_ranges;       // by node: the part of m_covered below an introduced node; empty without marks
};

/// The name of one node. O(nodes of the tree); for several names, use NodeNames.
[[nodiscard]] std::string nodeLabel(const Tree& tree, TreeNodeId node, const SymbolTable& labels);

} // namespace batchscope
