// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a file whose trees the present net cannot take should be seen all the same. What fits instead is decided here,
// once, for every front end; they say it, and ask nothing.
#pragma once

#include "core/nets/build_graph.h"

namespace batchscope {

/// Whether a graph can be made of this tree alone. Time: that of the net's ops and one tree.
[[nodiscard]] bool takes(const Treebank& bank, const GraphOptions& options, TreeId tree);

/// The options with another net, and without binarisation where that is in the way, when those given are not for
/// the first selected trees: `mlp` for vectors, `child-sum-tree-lstm` for dependency trees, `tree-lstm` for words. The
/// options themselves when they can, and when nothing known is sure to do: trees with other than two children are a
/// question (a binarisation, or another net?) that only the user can answer.
[[nodiscard]] GraphOptions suggestedOptions(const Treebank& bank, const GraphOptions& options);

/// Whether the trees cannot be taken as they are because of their numbers of children, and could be once binarised.
[[nodiscard]] bool binarisationHelps(const Treebank& bank, const GraphOptions& options);

} // namespace batchscope
