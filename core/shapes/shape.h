// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shape operations on trees before a net runs on them, as one set of options and one function, so that the graph, the
// picture of the tree and `explain` refer to the same nodes.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/tree/tree.h"

#include <optional>

namespace batchscope {

/// Merges each node that has one child, `(NP (NN dog))`, with the child. Each such chain becomes its lowest node, which
/// takes the label of the topmost node and keeps its own position; `chains` has all labels. The tree must be as read
/// (checked). A dependency tree is returned unchanged, since each of its nodes has a word. Iterative.
[[nodiscard]] Tree collapsedUnary(const Tree& tree);

/// Ways to make trees binary, so that binary nets, which need two children at every inner node, run on n-ary treebanks.
enum class Binarization {
    None,
    Left,     ///< ((a b) c)
    Right,    ///< (a (b c))
    Balanced, ///< ((a b) (c d))
};
template <>
inline constexpr EnumNames<4> kEnumNames<Binarization> = {"binarization", {"none", "left", "right", "balanced"}};

/// The tree with at most two children at every inner node: if there are more, introduced nodes group them in pairs.
/// Introduced nodes take the label (for a collapsed chain, that of its lowest node) and the position of their node;
/// they are recorded in `marks` and named by node_label.h. Nodes with one child are kept. Children come before parents,
/// and the root is last. With None, the tree is returned unchanged. O(n), iterative.
///
/// A dependency tree becomes a constituency tree: a head's word becomes a leaf among its dependents, in sentence order,
/// with the head's label and position. The leaves come first, in sentence order.
[[nodiscard]] Tree factored(const Tree& tree, Binarization mode);

/// The tree with two children at every inner node: collapsedUnary, then factored. With None, the tree is returned
/// unchanged.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

/// The treatment of nodes with one child.
enum class Unary {
    Auto,     ///< like Collapse if trees are made binary, else like Keep
    Keep,     ///< nodes with one child are kept
    Collapse, ///< every chain becomes one node
};
template <>
inline constexpr EnumNames<3> kEnumNames<Unary> = {"unary mode", {"auto", "keep", "collapse"}};

struct ShapeOptions {
    Binarization binarization = Binarization::None;
    Unary unary = Unary::Auto;
    bool operator==(const ShapeOptions&) const = default;
    /// True if all trees stay as they were read.
    [[nodiscard]] bool isAsRead() const {
        return binarization == Binarization::None && (unary == Unary::Auto || unary == Unary::Keep);
    }
};

/// Applies the options to a tree as it was read.
[[nodiscard]] Tree shaped(const Tree& tree, const ShapeOptions& options);

// Traces are leaves such as `(-NONE- *T*-1)`, which mark moved or omitted words in the Penn Treebank. They are not
// words of the sentence, and most work on the treebank starts by removing them.

/// The tree without leaves of this label and without nodes that become empty; none if no node is left. The order and
/// positions of other nodes are kept. A dependency tree is returned unchanged. Must come before shape operations: the
/// tree may have no marks or chains (checked). O(n), iterative.
[[nodiscard]] std::optional<Tree> withoutTraces(const Tree& tree, SymbolId noneLabel);

// Pairs are two trees in one, for nets that compare them: premise and hypothesis of SNLI, a question and an answer. A
// pair is an ordinary tree, so all code for trees works for pairs; only the net gives its root a meaning.

/// A root with both trees as its children, in this order. It has the position of the first root, and the label of both
/// roots if they are equal, else none. Marks and chains of shape operations are kept. Neither may be a dependency tree,
/// whose nodes all have words. O(nodes).
[[nodiscard]] Tree paired(const Tree& first, const Tree& second);

} // namespace batchscope
