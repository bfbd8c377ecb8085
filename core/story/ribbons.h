// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ribbons: nodes that move the same way, drawn as one bar with their number, because nobody can follow more than a few
// hundred things at once.
#pragma once

#include "core/graph/op_graph.h"
#include "core/story/story_state.h"

#include <span>
#include <vector>

namespace batchscope {

/// At most so many things move at once.
constexpr std::size_t kMostMovers = 200;
/// With more nodes than this, nodes are cells of a pixel or two, and move as a cloud.
constexpr std::size_t kMostBundled = 20'000;

struct RibbonGroup {
    std::vector<NodeId> nodes;
    SignatureId signature; ///< of most of them
    TreeId tree;           ///< invalid where they are of several
};

/// Whether so many moving nodes are shown as ribbons.
[[nodiscard]] constexpr bool movesAsRibbons(std::size_t movers) {
    return movers > kMostMovers && movers <= kMostBundled;
}

/// At most kMostMovers groups of nodes of one tree and level; of neighboring trees, or levels, where there are more.
/// `order`: all nodes by level and tree (LaneLayout::order). Empty unless movesAsRibbons.
[[nodiscard]] std::vector<RibbonGroup> ribbonGroups(const OpGraph& graph, std::span<const NodeId> order);

/// A bar around the middle of where the nodes are: as wide as they reach at most, and as high as they need then.
[[nodiscard]] Ribbon ribbonOf(const RibbonGroup& group, std::span<const Point> places);

/// How much of a movement's way (0 … 1) is shown as ribbons: nodes fade into them at its beginning, and back at its
/// end.
[[nodiscard]] float bundledAt(double share);

} // namespace batchscope
