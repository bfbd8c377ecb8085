// SPDX-License-Identifier: GPL-3.0-or-later
//
// Helpers that the tests of tree layouts share: a small graph of any net, and where a layout puts its nodes.
#pragma once

#include "core/formats/read_treebank.h"
#include "core/layout/geometry.h"
#include "core/nets/build_graph.h"

#include <optional>
#include <vector>

namespace batchscope::testing {

inline constexpr const char* kSentence = "(1 (2 (0 It) (1 ran)) (3 (2 so) (2 (1 very) (0 fast))))";

inline OpGraph netGraph(const char* model, Granularity granularity = Granularity::Cell, const char* text = kSentence) {
    GraphOptions options;
    options.model = model;
    options.dim = 8;
    options.granularity = granularity;
    return *buildGraph(*readTreebankText(text, "test", {}), options, {});
}

struct Placed {
    std::vector<Point> nodes;
    std::optional<Box> box;
};

/// `layout`: placeClusters or placeSequence, over the whole graph.
template <typename Layout>
Placed placedBy(Layout layout, const OpGraph& graph) {
    Placed placed{std::vector<Point>(graph.size()), std::nullopt};
    const std::vector<float> widths(graph.size(), 1.4F);
    placed.box = layout(graph, {0, graph.size()}, widths, 1.85F, placed.nodes);
    return placed;
}

} // namespace batchscope::testing
