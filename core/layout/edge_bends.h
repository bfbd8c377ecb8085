// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bends edges of the source trees that would run behind a node (from B to D, past the C between them) around that node,
// so that every edge of the graph is visible. All other edges are straight.
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"

#include <span>
#include <vector>

namespace batchscope {

/// An edge as a cubic curve between the places of `from` and `to`, with each control point at this offset from its end.
/// The curve thus leaves the straight line at once, and stays close to it past a long row.
struct EdgeBend {
    NodeId to; ///< the consumer
    NodeId from;
    Point offset;
};

/// The edges that need a bend, sorted by consumer and producer; each producer of a consumer once. Only edges that pass
/// a row of nodes, or run along a row, are examined. `places` are the nodes' centers, by NodeId; trees must not
/// overlap. The first tried bend that clears all nodes is taken, else the one that covers the least. Beyond
/// kMostBentNodes nodes, kLongestBent units and kMostLooked cells nothing is bent: no reader can follow one edge among
/// so many, and the window waits for this function (about 30 ms at most).
[[nodiscard]] std::vector<EdgeBend> edgeBends(const OpGraph& graph, std::span<const Point> places);

constexpr std::size_t kMostBentNodes = 20'000;
constexpr float kLongestBent = 120.0F;
constexpr std::size_t kMostLooked = 600'000;

/// The bends of the edges into one node.
[[nodiscard]] std::span<const EdgeBend> bendsInto(std::span<const EdgeBend> bends, NodeId to);

/// The point of the curve at `share`, which goes from 0 to 1.
[[nodiscard]] Point bentPoint(Point from, Point to, Point offset, float share);

} // namespace batchscope
