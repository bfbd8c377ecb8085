// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the smallest trees that still fail: if folding gives other numbers, or none, on a thousand trees, a few nodes
// usually suffice to show the cause. First, trees are left out by delta debugging (Zeller and Hildebrandt, "Simplifying
// and isolating failure-inducing input", 2002); then nodes are replaced by one of their children while they still fail.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace batchscope {

/// The tree in which `child`, a child of `node`, replaces `node` and everything else below it. The tree must be in
/// post-order, as it was read, without marks and chains (checked).
[[nodiscard]] Tree hoisted(const Tree& tree, TreeNodeId node, TreeNodeId child);

/// Returns true if these trees fail in the wanted way. An error means that they cannot be tried and counts as not
/// failing, except for Cancelled, which ends the search.
using StillFails = std::function<Result<bool>(const std::vector<Tree>& trees)>;

struct Shrunk {
    std::vector<Tree> trees;
    std::size_t tried = 0;   ///< number of calls of StillFails
    bool isSmallest = false; ///< no tree can be left out and no node replaced by a child; false if `most` was reached
};

/// Shrinks one or more failing trees. Calls `stillFails`, which must be deterministic, at most `most` times. Cancelled.
[[nodiscard]] Result<Shrunk> shrink(std::vector<Tree> trees, const StillFails& stillFails, std::size_t most,
                                    const RunControl& control);

/// Makes a treebank of these trees, with all words and labels of `from` under the same ids, so that rows of an
/// embedding stay the same.
[[nodiscard]] Treebank bankOfTrees(const Treebank& from, const std::vector<Tree>& trees);

} // namespace batchscope
