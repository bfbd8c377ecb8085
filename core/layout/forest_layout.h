// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places the original graph as a reader of trees expects it: each tree by itself, results on top, leaves below with
// their words in reading order, the trees packed to the window's shape.
//
// Tidy trees (Reingold and Tilford 1981): subtrees are pushed together until they touch, row by row, so that a long
// word takes room in its own row only; leaves keep their reading order from left to right. A node is placed over the
// middle of its first and last argument, one row above the highest of them. Rows count from the top, so that a leaf
// hangs right below the node that uses it. Nodes (and captions) of one row never overlap. Linear time, no recursion.
//
// Nets that read word after word do not form trees (sequence_layout.h), and primitives are placed in blocks
// (cluster_layout.h).
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
    std::vector<float> wordDrops = {}; ///< by NodeId: how far below its usual place the word is; empty: none is
};

/// `captionWidths`: columns that the node's caption needs, in units, by NodeId; at least 1 is used. `aspect`: width
/// over height of the window.
[[nodiscard]] ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect);

/// The words of sentences in reading order, for layouts that keep them on one line.
struct WordOrder {
    static constexpr std::uint32_t kNoWord = static_cast<std::uint32_t>(-1);
    enum class Style : std::uint8_t {
        Baseline, ///< nodes above the line, in rows
        Arcs,     ///< where inner nodes have words, too: all on the line, arcs above them (arcOffset); else as Baseline
    };
    std::vector<std::uint32_t> places; ///< by NodeId: from 0 in its tree, or kNoWord
    Style style = Style::Baseline;
};

/// The same with words on a line. Nets that do not form trees are placed as above.
[[nodiscard]] ForestLayout layoutForest(const OpGraph& graph, std::span<const float> captionWidths, float aspect,
                                        const WordOrder& order);

/// How far the control points of an arc between two words of a line are from its ends.
[[nodiscard]] Point arcOffset(Point from, Point to);

/// What the first `count` of these trees would take alone.
[[nodiscard]] Box boundsOfFirst(const ForestLayout& forest, std::size_t count, float aspect);

/// The same trees, each as it is, packed to another shape.
[[nodiscard]] ForestLayout repacked(const OpGraph& graph, const ForestLayout& forest, float aspect);

} // namespace batchscope
