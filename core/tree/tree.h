// SPDX-License-Identifier: GPL-3.0-or-later
//
// The parse tree as the user's file gives it, stored flat and processed without recursion, so that a chain a million
// nodes deep passes through every stage.
//
// Invariants: nodes are in post-order (children before parents, root last); a node without children is a leaf and has
// a word. Labels may be missing (invalid id). There are two kinds of trees:
//   constituency  an inner node has at least one child and no word; a preterminal over one token, `(2 The)`, is one
//                 leaf with label and word; `tokens` is empty.
//   dependency    every node is a token, so inner nodes have words, too. A label is the relation of a node to its
//                 head, the children are its dependents in sentence order, and `tokens` has its position in the
//                 sentence (each position once). Node order usually differs from sentence order.
// Shape operations (shape.h) record their changes in `marks` and `chains`; both are empty in a tree as it was read. A
// marked tree is a constituency tree; an introduced node has two children.
#pragma once

#include "core/base/id.h"
#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// The effect of binarization on a node.
enum class NodeMark : std::uint8_t {
    None,
    Introduced, ///< a node that the file's tree did not have; it has the label and position of its constituent
    HeadWord,   ///< a leaf that holds the word of the dependency node around it, or of a sentence of one token
};

/// One node of a unary chain that was collapsed into its lowest node.
struct ChainLink {
    TreeNodeId into; ///< the node that represents the whole chain
    SymbolId label;  ///< the label of the link's node before the chain was collapsed
};

struct Tree {
    std::vector<SymbolId> labels;            ///< by TreeNodeId
    std::vector<SymbolId> words;             ///< by TreeNodeId; valid at leaves, and everywhere in dependency trees
    std::vector<SourcePosition> positions;   ///< by TreeNodeId: the opening bracket, the bare token or the token's line
    std::vector<std::uint32_t> childOffsets; ///< size() + 1 entries into `childIds`
    std::vector<TreeNodeId> childIds;
    std::vector<std::uint32_t> tokens;  ///< by TreeNodeId: position in the sentence from 0; empty if constituency
    std::uint32_t file = 0;             ///< index into Treebank::files
    std::vector<NodeMark> marks = {};   ///< by TreeNodeId; empty if all are None
    std::vector<ChainLink> chains = {}; ///< sorted by `into`; the links of a chain from its top to its lowest node

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
    /// The number of nodes without children; in a dependency tree, only the tokens without dependents.
    [[nodiscard]] std::size_t leafCount() const;
    /// The number of edges on the longest path from the root to a leaf; 0 for a single leaf.
    [[nodiscard]] std::size_t height() const;
    /// The height of every node, by TreeNodeId; 0 at leaves.
    [[nodiscard]] std::vector<std::uint32_t> heights() const;
};

/// The first `most` leaves below a node, from left to right; the node itself if it is a leaf.
[[nodiscard]] std::vector<TreeNodeId> leavesBelow(const Tree& tree, TreeNodeId node,
                                                  std::size_t most = static_cast<std::size_t>(-1));

/// All nodes in post-order, from left to right. A tree as it was read is already in this order; in a binarized tree,
/// only children before parents is guaranteed.
[[nodiscard]] std::vector<TreeNodeId> postOrder(const Tree& tree);

/// The nodes that carry words, in sentence order: the leaves, or all nodes of a dependency tree.
[[nodiscard]] std::vector<TreeNodeId> wordsInOrder(const Tree& tree);

} // namespace batchscope
