// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places nets that read one word after the other (taggers, transition parsers, a tree as moves) as in the literature:
// in columns, one for each word, and in rows, one for each op, so that an LSTM runs from left to right. As a tidy tree,
// such a graph would be a long thin chain under a web of edges.
//
// A column holds the nodes of one tree node (their origin); columns are placed in the order in which the chains that
// run along them pass them, one chain after the other (of a pair of sentences, each has its own). A row holds an op;
// where an op depends on itself in the shape of a tree (the stack of a shift-reduce net), a row for each height. What
// takes nothing stands right below what takes it. Rows are shifted against each other, so that edges that pass a row
// miss its nodes. O(n log n), no recursion.
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

/// Places the nodes of one tree with their top left corner at 0, 0 and returns their box. Nothing when they do not form
/// a sequence: no op takes its own output from another column and, mostly, something from its own column beside it; nor
/// does one op of several that take each other's output.
/// `captionWidths` as in forest_layout.h.
[[nodiscard]] std::optional<Box> placeSequence(const OpGraph& graph, NodeSpan span,
                                               std::span<const float> captionWidths, float rowHeight,
                                               std::vector<Point>& places);

} // namespace batchscope
