// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places a graph of primitives. The nodes of one tree node (their origin) stay together as a block in layers, and the
// blocks form the tidy tree, so that one sees the tree again, and in each block the same small graph. A tidy tree of
// all nodes would scatter the twenty or so primitives of a cell over the whole picture. O(n log n), no recursion.
#pragma once

#include "core/layout/sequence_layout.h"

namespace batchscope {

/// Places the nodes of one tree with their top left corner at 0, 0 and returns their box. Nothing when blocks would be
/// small (less than three nodes each on average), or depend on each other in a cycle. `captionWidths` as in
/// forest_layout.h.
[[nodiscard]] std::optional<Box> placeClusters(const OpGraph& graph, NodeSpan span,
                                               std::span<const float> captionWidths, float rowHeight,
                                               std::vector<Point>& places);

} // namespace batchscope
