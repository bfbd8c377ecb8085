// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sorts trees, to find the largest, highest or widest of ten million. Numbers that the index knows are sorted without
// reading a tree. Sentences must be read, so the number of trees sorted by them is limited.
#pragma once

#include "core/base/choice.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <string_view>
#include <vector>

namespace batchscope {

/// What trees can be sorted by.
enum class TreeKey {
    Number, ///< order of the bank
    Size,   ///< nodes
    Words,
    Height,
    Arity,    ///< most children of a node
    Root,     ///< label of the root, by its letters
    Sentence, ///< by its letters
};
template <>
inline constexpr EnumNames<7> kEnumNames<TreeKey> = {
    "column", {"number", "size", "words", "height", "arity", "root", "sentence"}};
enum class SortDirection { Ascending, Descending };

/// More trees are not sorted by sentence.
inline constexpr std::size_t kMostSentencesSorted = 200'000;

/// The trees by that key; equal ones keep their order. Config error for sentences of more than
/// kMostSentencesSorted trees; Cancelled.
[[nodiscard]] Result<std::vector<TreeId>> orderedTrees(const Treebank& bank, const std::vector<TreeId>& trees,
                                                       TreeKey key, SortDirection direction, const RunControl& control);

} // namespace batchscope
