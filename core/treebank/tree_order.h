// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts trees, to find the largest, highest or widest of ten million. Uses only the index: no tree is read.
#pragma once

#include "core/base/choice.h"
#include "core/treebank/treebank.h"

#include <string_view>
#include <vector>

namespace batchscope {

/// The sort keys of trees.
enum class TreeKey {
    Number, ///< order of the bank
    Size,   ///< nodes
    Words,
    Height,
    Arity, ///< most children of a node
    Root,  ///< label of the root, alphabetically
};
template <>
inline constexpr EnumNames<6> kEnumNames<TreeKey> = {"column", {"number", "size", "words", "height", "arity", "root"}};
enum class SortDirection { Ascending, Descending };

/// The trees sorted by `key`; ties keep their order in either direction.
[[nodiscard]] std::vector<TreeId> orderedTrees(const Treebank& bank, const std::vector<TreeId>& trees, TreeKey key,
                                               SortDirection direction);

} // namespace batchscope
