// SPDX-License-Identifier: GPL-3.0-or-later
//
// Filters millions of trees. The index is evaluated first, with three results: yes, no, or undecided without the tree;
// only undecided trees are read. Words and labels are matched once, in the tables of distinct words and labels.
#pragma once

#include "core/base/progress.h"
#include "core/treebank/tree_filter.h"
#include "core/treebank/treebank.h"

#include <functional>
#include <span>
#include <vector>

namespace batchscope {

/// Receives the trees found since the last call, in order.
using FoundSink = std::function<void(std::span<const TreeId> found)>;

/// Passes the trees that match the filter to the sink, in the order of the bank and in blocks. Reports progress in
/// trees. Config error for shape:N beyond the last tree; Cancelled.
[[nodiscard]] Status findTrees(const Treebank& bank, const TreeFilter& filter, const RunControl& control,
                               const FoundSink& sink);

} // namespace batchscope
