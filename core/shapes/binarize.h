// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: binary nets run on n-ary treebanks once every inner node has two children.
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
/// These take the label (of a collapsed chain: that of its lowest node) and the position of the node; `marks` tells
/// them, node_label.h names them, restore.h takes them out again. Nodes with one child stay. Children come before
/// parents and the root is last. With None the tree comes back as it is. `labels` is what Head looks at. O(n),
/// iterative.
///
/// A dependency tree becomes a constituency tree: a head's word is a leaf of its own among its dependents, where it
/// stands in the sentence, with the head's label and position, and is what Head begins with. The leaves come first, in
/// sentence order.
[[nodiscard]] Tree factored(const Tree& tree, Binarization mode, const SymbolTable& labels);

/// The tree with two children at every inner node: all unary chains collapsed (unary.h), then factored. With None the
/// tree comes back as it is.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode, const SymbolTable& labels);
/// The same for modes that look at no label: not Head.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

/// The Chomsky normal form: at most two children everywhere, and one only where `unary` keeps a leaf or the root apart.
/// Mode: Left, Right, Balanced or Head.
[[nodiscard]] Tree inChomskyNormalForm(const Tree& tree, const SymbolTable& labels, Binarization mode,
                                       const UnaryOptions& unary);

} // namespace batchscope
