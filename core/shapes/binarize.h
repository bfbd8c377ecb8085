// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes trees binary, so that binary nets, which need two children at every inner node, run on n-ary treebanks.
#pragma once

#include "core/base/result.h"
#include "core/shapes/unary.h"
#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

#include <span>
#include <string_view>

namespace batchscope {

enum class Binarization {
    None,
    Left,     ///< ((a b) c)
    Right,    ///< (a (b c))
    Balanced, ///< ((a b) (c d))
    Head,     ///< outwards from the head h, first to the right, then to the left: (a (b ((h c) d))); head_rules.h
};

/// Names as the command line spells them: none, left, right, balanced, head.
[[nodiscard]] std::span<const std::string_view> binarizationNames();
[[nodiscard]] Result<Binarization> parseBinarization(std::string_view name);

/// The tree with at most two children at every inner node: where there are more, introduced nodes take them two by two.
/// These take the label (of a collapsed chain: that of its lowest node) and the position of the node; they are recorded
/// in `marks`, named by node_label.h and removed by restore.h. Nodes with one child stay. Children come before parents
/// and the root is last. With None the tree is returned unchanged. Only Head reads `labels`. O(n), iterative.
///
/// A dependency tree becomes a constituency tree: a head's word becomes a leaf among its dependents, at its place in
/// the sentence, with the head's label and position; Head begins with it. The leaves come first, in sentence order.
[[nodiscard]] Tree factored(const Tree& tree, Binarization mode, const SymbolTable& labels);

/// The tree with two children at every inner node: all unary chains collapsed (unary.h), then factored. With None the
/// tree is returned unchanged.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode, const SymbolTable& labels);
/// The same for modes that do not read labels: all but Head.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

/// The Chomsky normal form: at most two children everywhere, and one only where `unary` keeps a leaf or the root apart.
/// Mode: Left, Right, Balanced or Head.
[[nodiscard]] Tree inChomskyNormalForm(const Tree& tree, const SymbolTable& labels, Binarization mode,
                                       const UnaryOptions& unary);

} // namespace batchscope
