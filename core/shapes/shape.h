// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape that a treebank's trees take before a net runs on them, as one value and one function, so that the graph,
// the picture of the tree and `explain` refer to the same nodes.
#pragma once

#include "core/base/choice.h"
#include "core/base/result.h"
#include "core/tree/tree.h"

namespace batchscope {

/// Nodes with one child, `(NP (NN dog))`, are merged with it. Each such chain becomes its lowest node, which takes the
/// label of the topmost one and keeps its own position; `chains` has all of its labels. The tree is one as it was read;
/// a dependency tree stays as it is, as each of its nodes has a word to lose. Iterative.
[[nodiscard]] Tree collapsedUnary(const Tree& tree);

/// Makes trees binary, so that binary nets, which need two children at every inner node, run on n-ary treebanks.
enum class Binarization {
    None,
    Left,     ///< ((a b) c)
    Right,    ///< (a (b c))
    Balanced, ///< ((a b) (c d))
};
template <>
inline constexpr EnumNames<4> kEnumNames<Binarization> = {"binarization", {"none", "left", "right", "balanced"}};

/// The tree with at most two children at every inner node: where there are more, introduced nodes take them two by two.
/// These take the label (of a collapsed chain: that of its lowest node) and the position of the node; they are recorded
/// in `marks` and named by node_label.h. Nodes with one child stay. Children come before parents and the root is last.
/// With None the tree is returned unchanged. O(n), iterative.
///
/// A dependency tree becomes a constituency tree: a head's word becomes a leaf among its dependents, at its place in
/// the sentence, with the head's label and position. The leaves come first, in sentence order.
[[nodiscard]] Tree factored(const Tree& tree, Binarization mode);

/// The tree with two children at every inner node: unary chains collapsed, then factored. With None the tree is
/// returned unchanged.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

/// What happens to nodes with one child.
enum class Unary {
    Auto,     ///< as Collapse where trees are made binary, else as Keep
    Keep,     ///< they stay
    Collapse, ///< every chain becomes one node
};
template <>
inline constexpr EnumNames<3> kEnumNames<Unary> = {"unary mode", {"auto", "keep", "collapse"}};

struct ShapeOptions {
    Binarization binarization = Binarization::None;
    Unary unary = Unary::Auto;
    bool operator==(const ShapeOptions&) const = default;
    /// Whether trees stay as they were read, whatever they are.
    [[nodiscard]] bool isAsRead() const {
        return binarization == Binarization::None && (unary == Unary::Auto || unary == Unary::Keep);
    }
};

/// The tree, as it was read, in the shape asked for.
[[nodiscard]] Tree shaped(const Tree& tree, const ShapeOptions& options);

} // namespace batchscope
