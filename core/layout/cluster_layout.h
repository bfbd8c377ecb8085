// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: as primitives one cell becomes some twenty nodes, which a tidy tree of all nodes would scatter over the whole
// picture. The nodes of one tree node (their origin) stay together as a block in layers, and the blocks are the tidy
// tree: one sees the tree again, and in each block the same little graph. O(n log n), no recursion.
#pragma once

#include "core/layout/sequence_layout.h"

namespace batchscope {

/// Places the nodes of one tree with their top left corner at 0, 0 and returns their box. Nothing when blocks would be
/// small (less than three nodes each on average), or depend on each other in a circle. `captionWidths` as in
/// forest_layout.h.
[[nodiscard]] std::optional<Box> placeClusters(const OpGraph& graph, NodeSpan span,
                                               std::span<const float> captionWidths, float rowHeight,
                                               std::vector<Point>& places);

} // namespace batchscope
