// SPDX-License-Identifier: GPL-3.0-or-later
//
// Undoes shape operations (unary.h, binarize.h, shape.h): predictions on a binary tree are wanted on the original tree.
// Everything here is O(n) and iterative; nodes come out from left to right, children before parents, which is the order
// of every reader.
#pragma once

#include "core/tree/symbol_table.h"
#include "core/tree/tree.h"

namespace batchscope {

/// The tree before it was binarized, node for node, with labels, words and positions: introduced nodes are replaced by
/// their children, collapsed chains are unfolded, and where a dependency tree was made binary it is one again.
[[nodiscard]] Tree unbinarized(const Tree& tree);

/// The same as unbinarized for a tree that went through a file and so has only its names left: inner nodes, but for the
/// root, whose label contains `|<` are replaced by their children, and labels with `+` become chains (a label that is
/// `+` alone stays). The new labels go into the table; positions are those of the node. A treebank whose own labels
/// hold these signs is changed, too. Dependency trees stay constituency trees: brackets do not say which leaf is the
/// head.
[[nodiscard]] Tree unbinarizedByLabels(const Tree& tree, SymbolTable& labels);

} // namespace batchscope
