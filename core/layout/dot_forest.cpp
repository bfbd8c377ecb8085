// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/dot_forest.h"

#include "core/layout/dot.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

constexpr float kDotCaptionHeight = 0.85F; // words hang below their nodes, in the gap between rows
constexpr DotStyle kStyle{.order = ArrowOrder::AsGiven, .gapAcross = 0.35F, .gapDown = kDotCaptionHeight};

/// One tree as boxes of its nodes' sizes, with an arrow from each node to each of its arguments in the tree.
Diagram diagramOf(const OpGraph& graph, std::span<const float> captionWidths, NodeSpan span) {
    Diagram diagram;
    diagram.boxes.reserve(span.end - span.begin);
    for (std::size_t index = span.begin; index < span.end; ++index) {
        diagram.boxes.push_back({.label = {}, .width = std::max(captionWidths[index], 1.0F), .height = 1.0F});
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && argument.node().index() >= span.begin) {
                diagram.arrows.push_back({static_cast<std::uint32_t>(index - span.begin),
                                          static_cast<std::uint32_t>(argument.node().index() - span.begin)});
            }
        }
    }
    return diagram;
}

} // namespace

std::string forestDotText(const OpGraph& graph, std::span<const float> captionWidths) {
    std::string text;
    for (const NodeSpan span : treeSpans(graph)) {
        text += dotText(diagramOf(graph, captionWidths, span), kStyle);
    }
    return text;
}

Result<ForestLayout> forestFromDot(const OpGraph& graph, std::span<const float> captionWidths, std::string_view answer,
                                   float aspect) {
    const Result<std::vector<DotPlain>> graphs = readDotPlain(answer);
    TRY(graphs);
    const std::vector<NodeSpan> spans = treeSpans(graph);
    if (graphs->size() != spans.size()) {
        return Error{ErrorCode::Layout,
                     fmt::format("dot was given {} trees but returned {}", spans.size(), graphs->size())};
    }
    std::vector<Point> nodes;
    std::vector<Box> trees;
    nodes.reserve(graph.size());
    trees.reserve(spans.size());
    for (std::size_t tree = 0; tree < spans.size(); ++tree) {
        const Result<PlacedDiagram> placed = placedBy((*graphs)[tree], diagramOf(graph, captionWidths, spans[tree]));
        TRY(placed);
        Box box;
        for (const Box& node : placed->boxes) {
            box = united(box, node);
        }
        for (const Box& node : placed->boxes) {
            nodes.push_back({node.x - box.x + node.width / 2.0F, node.y - box.y + node.height / 2.0F});
        }
        box = {0.0F, 0.0F, box.width, box.height + kDotCaptionHeight};
        trees.push_back(box);
    }
    return packedForest(graph, std::move(nodes), std::move(trees), aspect);
}

} // namespace batchscope
