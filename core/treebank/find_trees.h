// SPDX-License-Identifier: GPL-3.0-or-later
//
// Filters millions of trees. What the index knows is decided first (three-valued: yes, no, or only the tree
// can tell); only trees that are still open are read. Words and labels are matched once, in the tables of distinct
// ones.
#pragma once

#include "core/base/progress.h"
#include "core/treebank/tree_filter.h"
#include "core/treebank/treebank.h"

#include <functional>
#include <span>
#include <vector>

namespace batchscope {

/// Trees that were found since the last call, in order.
using FoundSink = std::function<void(std::span<const TreeId> found)>;

/// Gives the trees that the filter takes to the sink, in the order of the bank, piece by piece. Reports its progress in
/// trees. Config error: shape:N beyond the last tree; Cancelled.
[[nodiscard]] Status findTrees(const Treebank& bank, const TreeFilter& filter, const RunControl& control,
                               const FoundSink& sink);

} // namespace batchscope
