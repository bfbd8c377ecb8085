// SPDX-License-Identifier: GPL-3.0-or-later
//
// The smallest trees that still fail: where folding gives other numbers, or none, on a thousand trees, a few nodes
// usually suffice to see why. Trees are left out first, by delta debugging (Zeller and Hildebrandt, "Simplifying and
// isolating failure-inducing input", 2002), then nodes are replaced by one of their children as long as it still fails.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/treebank/treebank.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace batchscope {

/// The tree without this node and all that is below it but one of its children, which takes its place. `child` is a
/// child of `node`; the tree is in the order in which it was read (postOrder), without marks and chains.
[[nodiscard]] Tree hoisted(const Tree& tree, TreeNodeId node, TreeNodeId child);

/// Whether these trees fail in the way that is looked for. An error means that they cannot be tried, which counts as
/// not failing, except for Cancelled, which ends the search.
using StillFails = std::function<Result<bool>(const std::vector<Tree>& trees)>;

struct Shrunk {
    std::vector<Tree> trees;
    std::size_t tried = 0;   ///< how often StillFails was asked
    bool isSmallest = false; ///< no tree can be left out and no node replaced by a child; false: `most` was reached
};

/// Needs trees that fail, at least one. Asks StillFails at most `most` times; every answer must depend on the trees
/// alone. Cancelled.
[[nodiscard]] Result<Shrunk> shrink(std::vector<Tree> trees, const StillFails& stillFails, std::size_t most,
                                    const RunControl& control);

/// These trees as a treebank of their own, with all words and labels of the one that they are from, under the same
/// numbers: rows of an embedding stay what they are.
[[nodiscard]] Treebank bankOfTrees(const Treebank& from, const std::vector<Tree>& trees);

} // namespace batchscope
