// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places one tree as tightly as its nodes and captions allow. It works on numbers only, neither graphs nor ops, so that
// it can be tested with hand-made trees.
//
// Contours are kept with the deepest subtree (long-path decomposition), so that a chain also costs linear time.
#pragma once

#include "core/layout/sequence_layout.h"

#include <cstdint>
#include <span>
#include <vector>

namespace batchscope {

/// Nodes 0 … n-1, children before parents.
struct TidyInput {
    static constexpr std::uint32_t kNoParent = static_cast<std::uint32_t>(-1);
    static constexpr std::uint32_t kHidden = static_cast<std::uint32_t>(-2);
    std::vector<std::uint32_t> parents;      ///< kNoParent: a root, placed beside other roots; kHidden: no place
    std::vector<std::uint32_t> rows;         ///< from the top; larger than the parent's
    std::vector<std::uint32_t> childOffsets; ///< n + 1 indices into `children`
    std::vector<std::uint32_t> children;     ///< from left to right
    std::vector<float> lefts;                ///< room that a node needs left of its center
    std::vector<float> rights;               ///< room that it needs right of its center
};

struct TidyTree {
    std::vector<float> x; ///< centers; the left edge of the tree is at 0
    float width = 0.0F;
};

constexpr float kTidyGap = 0.35F; ///< for drawing trees, in widths of a node
constexpr float kTidyLeafStep = 1.15F;

/// `gap`: room between neighbors of one row. `leafStep`: least distance between the centers of consecutive leaves, in
/// any rows; it keeps the reading order.
[[nodiscard]] TidyTree layoutTidyTree(const TidyInput& input, float gap, float leafStep);

// Places a graph of primitives. The nodes of one tree node (their origin) stay together as a block in layers, and the
// blocks form the tidy tree, so that the tree is visible, with the same small graph in each block. A tidy tree of all
// nodes would scatter the twenty or so primitives of a cell over the whole picture. O(n log n), no recursion.

/// Places the nodes of one tree with their top left corner at 0, 0 and returns their box. Nullopt if blocks would be
/// small (fewer than three nodes on average), or depend on each other in a cycle. `captionWidths` is as in
/// forest_layout.h.
[[nodiscard]] std::optional<Box> placeClusters(const OpGraph& graph, NodeSpan span,
                                               std::span<const float> captionWidths, float rowHeight,
                                               std::vector<Point>& places);

} // namespace batchscope
