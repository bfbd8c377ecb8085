// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places nets that read one word after another (taggers, transition parsers, a tree as moves) as in the literature: one
// column per word and one row per op, so that an LSTM runs from left to right. As a tidy tree, such a graph would be a
// long thin chain under a web of edges.
//
// A column holds the nodes of one tree node (their origin); columns are in the order in which the chains along them
// pass, one chain after the other (each sentence of a pair has a separate chain). A row holds an op; if an op depends
// on itself like a tree (the stack of a shift-reduce net), it has a row for each height. Chains without arguments are
// right below the first chain that takes them. Rows are shifted against each other, so that edges that pass a row miss
// its nodes. O(n log n), no recursion.
#pragma once

#include "core/graph/op_graph.h"
#include "core/layout/geometry.h"

#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// The nodes [begin, end) of a graph.
struct NodeSpan {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// Places the nodes of one tree with their top left corner at 0, 0 and returns their box. Nullopt if they do not form a
/// sequence: in a sequence, an op (or family of ops that take each other's output) takes its output from another column
/// and, in at least a third of these nodes, something else from the same column. `captionWidths` is as in
/// forest_layout.h.
[[nodiscard]] std::optional<Box> placeSequence(const OpGraph& graph, NodeSpan span,
                                               std::span<const float> captionWidths, float rowHeight,
                                               std::vector<Point>& places);

} // namespace batchscope
