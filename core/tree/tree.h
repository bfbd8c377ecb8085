// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parse tree as the user's file gives it, flat and without recursion, so that a chain a million deep passes
// through every stage.
//
// Invariants: nodes are in post-order (children before parents, root last); a node without children is a leaf and has
// a word. Labels may be missing (invalid id). There are two kinds of trees:
//   constituency  an inner node has at least one child and no word; a preterminal over one token, `(2 The)`, is one
//                 leaf with label and word; `tokens` is empty.
//   dependency    every node is a token: inner nodes have words, too. Its label is the relation to its head, its
//                 children are its dependents in sentence order, and `tokens` has its place in the sentence
//                 (each place once). Node order is sentence order only by chance.
// Shape operations (shape.h) leave in `marks` and `chains` what they did; a tree as it was read has neither. A marked
// tree is a constituency tree; an introduced node has two children.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// What binarization made of a node.
enum class NodeMark : std::uint8_t {
    None,
    Introduced, ///< a node that the tree did not have; it has the label and position of the constituent it is part of
    HeadWord,   ///< a leaf that holds the word of the dependency node around it, or of a sentence of one token
};

/// One node of a unary chain that was collapsed into its lowest node.
struct ChainLink {
    TreeNodeId into; ///< the node that stands for the whole chain
    SymbolId label;  ///< its own, before
};

struct Tree {
    std::vector<SymbolId> labels;            ///< by TreeNodeId
    std::vector<SymbolId> words;             ///< by TreeNodeId; valid at leaves, and everywhere in dependency trees
    std::vector<SourcePosition> positions;   ///< by TreeNodeId: the opening bracket, the bare token or the token's line
    std::vector<std::uint32_t> childOffsets; ///< size() + 1 entries into `childIds`
    std::vector<TreeNodeId> childIds;
    std::vector<std::uint32_t> tokens;  ///< by TreeNodeId: place in the sentence, from 0; empty for constituency trees
    std::uint32_t file = 0;             ///< index into Treebank::files
    std::vector<NodeMark> marks = {};   ///< by TreeNodeId; empty when all are None
    std::vector<ChainLink> chains = {}; ///< by `into`; the links of one chain from the top, its lowest node the last

    [[nodiscard]] std::size_t size() const { return labels.size(); }
    [[nodiscard]] TreeNodeId root() const { return TreeNodeId(size() - 1); }
    [[nodiscard]] std::span<const TreeNodeId> children(TreeNodeId node) const {
        const std::uint32_t begin = childOffsets[node.index()];
        return std::span(childIds).subspan(begin, childOffsets[node.index() + 1] - begin);
    }
    [[nodiscard]] bool isLeaf(TreeNodeId node) const {
        return childOffsets[node.index()] == childOffsets[node.index() + 1];
    }
    [[nodiscard]] bool isDependency() const { return !tokens.empty(); }
    [[nodiscard]] NodeMark mark(TreeNodeId node) const { return marks.empty() ? NodeMark::None : marks[node.index()]; }
    /// The chain that was collapsed into this node: at least two links, or none. O(log chains).
    [[nodiscard]] std::span<const ChainLink> chain(TreeNodeId node) const;
    /// Nodes without children; in a dependency tree not all tokens, only those without dependents.
    [[nodiscard]] std::size_t leafCount() const;
    /// Edges on the longest way from the root to a leaf; 0 for a single leaf.
    [[nodiscard]] std::size_t height() const;
    /// Height of every node, by TreeNodeId; 0 at leaves.
    [[nodiscard]] std::vector<std::uint32_t> heights() const;
};

/// Leaves below a node (itself, if it is one), from left to right; at most so many.
[[nodiscard]] std::vector<TreeNodeId> leavesBelow(const Tree& tree, TreeNodeId node,
                                                  std::size_t most = static_cast<std::size_t>(-1));

/// Every node, from left to right, children before parents. A tree as it was read is in this order already; a binarized
/// one only has its children before their parents.
[[nodiscard]] std::vector<TreeNodeId> postOrder(const Tree& tree);

} // namespace batchscope
