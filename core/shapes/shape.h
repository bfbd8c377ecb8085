// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shape operations on trees before a net runs on them, as one set of options and one function, so that the graph, the
// picture of the tree and `explain` refer to the same nodes.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/tree/tree.h"

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

} // namespace batchscope
