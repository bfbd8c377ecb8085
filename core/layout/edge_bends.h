// SPDX-License-Identifier: GPL-3.0-or-later
//
// Edges of the source trees that would run behind a node (from B to D, past the C between them) are bent around it, so
// that every edge of the graph can be seen. All other edges are straight.
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"

#include <span>
#include <vector>

namespace batchscope {

/// An edge as a cubic curve: from `from` to `to`, both at their places, with a control point this far from each. So it
/// leaves its line at once, and past a long row it stays close to it.
struct EdgeBend {
    NodeId to; ///< the consumer
    NodeId from;
    Point offset;
};

/// The edges that need it, sorted by consumer and producer; each producer of a consumer once. Looked at are edges that
/// pass a row of nodes, or run along one. `places` are the nodes' centers, by NodeId; trees must not overlap. Of the
/// bends that are tried the first that clears all nodes is taken, else the one that covers the least. Beyond
/// kMostBentNodes nodes, kLongestBent units and kMostLooked cells nothing is bent: nobody follows one edge among so
/// many, and this runs where the window waits for it (about 30 ms at most).
[[nodiscard]] std::vector<EdgeBend> edgeBends(const OpGraph& graph, std::span<const Point> places);

constexpr std::size_t kMostBentNodes = 20'000;
constexpr float kLongestBent = 120.0F;
constexpr std::size_t kMostLooked = 600'000;

/// The bends of the edges into one node.
[[nodiscard]] std::span<const EdgeBend> bendsInto(std::span<const EdgeBend> bends, NodeId to);

/// A point of the curve, `share` of the way from 0 to 1.
[[nodiscard]] Point bentPoint(Point from, Point to, Point offset, float share);

} // namespace batchscope
