// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: binary nets run on n-ary treebanks once every inner node has two children.
#pragma once

#include "core/base/result.h"
#include "core/tree/tree.h"

#include <span>
#include <string_view>

namespace batchscope {

enum class Binarization {
    None,
    Left,     ///< ((a b) c)
    Right,    ///< (a (b c))
    Balanced, ///< ((a b) (c d))
};

/// Names as the command line spells them: none, left, right, balanced.
[[nodiscard]] std::span<const std::string_view> binarizationNames();
[[nodiscard]] Result<Binarization> parseBinarization(std::string_view name);

/// The tree with two children at every inner node: unary nodes give way to their child, which takes the upper label;
/// new nodes take their parent's label and position. Children stand before parents and the root is last. With None the
/// tree comes back as it is.
///
/// A dependency tree becomes a constituency tree: a head's word is a leaf of its own among its dependents, where it
/// stands in the sentence, with the head's label and position. The leaves come first, in sentence order.
[[nodiscard]] Tree binarized(const Tree& tree, Binarization mode);

} // namespace batchscope
