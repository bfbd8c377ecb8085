// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the original graph as readers of trees expect it: separate trees with results on top, leaves below with their
// words in reading order, and the trees packed to the window's shape.
//
// Tidy trees (Reingold and Tilford 1981): subtrees are pushed together until they touch, row by row, so that a long
// word only takes room in its row; leaves keep their reading order from left to right. A node is placed over the middle
// of its first and last argument. Rows count from the top: a node is one row below its lowest consumer, so that a leaf
// hangs right below the node that uses it. Nodes (and captions) of one row never overlap. Linear time, no recursion.
//
// Nets that read word after word do not form trees (sequence_layout.h), and primitives are placed in blocks
// (placeClusters() in tidy_tree.h).
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"
#include "core/layout/sequence_layout.h"

#include <span>
#include <vector>

namespace batchscope {

struct ForestLayout {
    std::vector<Point> nodes; ///< centers, by NodeId
    std::vector<Box> trees;   ///< by tree, in order of appearance in the graph
    std::vector<TreeId> treeIds;
    Box bounds;
    std::vector<float> wordDrops = {}; ///< by NodeId: distance of the word below its usual place; empty: all 0
};

/// `captionWidths`: width of each node's caption in units, by NodeId; at least 1 is used. `aspect`: width over height
/// of the window.
[[nodiscard]] ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect);

/// The words of sentences in reading order, for layouts that keep them on one line.
struct WordOrder {
    static constexpr std::uint32_t kNoWord = static_cast<std::uint32_t>(-1);
    enum class Style : std::uint8_t {
        Baseline, ///< nodes above the line, in rows
        Arcs,     ///< if inner nodes have words, too: all on the line, arcs above (arcOffset); else like Baseline
    };
    std::vector<std::uint32_t> places; ///< by NodeId: place of its word in its tree, from 0, or kNoWord
    Style style = Style::Baseline;
};

/// Like the function above, with words on a line. Nets that do not form trees are placed as without `order`.
[[nodiscard]] ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect,
                                        const WordOrder& order);

/// The offset of an arc's control points from its ends, which are two words of a line.
[[nodiscard]] Point arcOffset(Point from, Point to);

/// The bounds of the first `count` of these trees if they were placed alone.
[[nodiscard]] Box boundsOfFirst(const ForestLayout& forest, std::size_t count, float aspect);

/// Packs the same trees, unchanged, to another shape.
[[nodiscard]] ForestLayout repacked(const OpGraph& graph, const ForestLayout& forest, float aspect);

// Bends edges of the source trees that would run behind a node (from B to D, past the C between them) around that node,
// so that every edge of the graph is visible. All other edges are straight.

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
