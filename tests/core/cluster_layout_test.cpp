// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/cluster_layout.h"
#include "core/nets/build_graph.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {
namespace {

OpGraph graphOf(const char* model, Granularity granularity) {
    GraphOptions options;
    options.model = model;
    options.dim = 8;
    options.granularity = granularity;
    const char* text = "(1 (2 (0 It) (1 ran)) (3 (2 so) (2 (1 very) (0 fast))))";
    return *buildGraph(*readTreebankText(text, "test", {}), options, {});
}

struct Placed {
    std::vector<Point> nodes;
    std::optional<Box> box;
};

Placed place(const OpGraph& graph) {
    Placed placed{std::vector<Point>(graph.size()), std::nullopt};
    const std::vector<float> widths(graph.size(), 1.4F);
    placed.box = placeClusters(graph, {0, graph.size()}, widths, 1.85F, placed.nodes);
    return placed;
}

TEST(ClusterLayout, IsForTreesOfPrimitives) {
    for (const char* model : {"tree-lstm", "dynet-tree-lstm", "child-sum-tree-lstm", "looks"}) {
        EXPECT_FALSE(place(graphOf(model, Granularity::Cell)).box.has_value()) << model;
        EXPECT_TRUE(place(graphOf(model, Granularity::Primitive)).box.has_value()) << model;
    }
    EXPECT_FALSE(place(graphOf("bilstm-tagger", Granularity::Primitive)).box.has_value())
        << "each word needs the others, on either side";
}

TEST(ClusterLayout, NothingOverlapsAndArgumentsStandBelow) {
    for (const char* model : {"tree-lstm", "child-sum-tree-lstm", "looks"}) {
        const OpGraph graph = graphOf(model, Granularity::Primitive);
        const Placed placed = place(graph);
        for (std::size_t node = 0; node < graph.size(); ++node) {
            const Point at = placed.nodes[node];
            EXPECT_TRUE(at.x > 0.49F && at.y > 0.49F && at.x < placed.box->right() - 0.49F &&
                        at.y < placed.box->bottom() - 0.49F)
                << model << " " << node;
            for (std::size_t other = 0; other < node; ++other) {
                const Point that = placed.nodes[other];
                EXPECT_TRUE(std::abs(at.x - that.x) > 0.99F || std::abs(at.y - that.y) > 0.99F)
                    << model << " " << node << " " << other;
            }
            for (const Argument& argument : graph.argumentsOf(NodeId(node))) {
                if (argument.isValue()) {
                    EXPECT_GT(placed.nodes[argument.node().index()].y, at.y);
                }
            }
        }
    }
}

TEST(ClusterLayout, BlocksDoNotMix) {
    const OpGraph graph = graphOf("tree-lstm", Granularity::Primitive);
    const Placed placed = place(graph);
    std::map<float, std::map<float, std::uint32_t>> rows; // y, x → tree node
    for (std::size_t node = 0; node < graph.size(); ++node) {
        rows[placed.nodes[node].y][placed.nodes[node].x] = graph.origins[NodeId(node)].treeNode.value;
    }
    for (const auto& [y, row] : rows) {
        std::vector<std::uint32_t> blocks; // from the left
        for (const auto& [x, block] : row) {
            if (blocks.empty() || blocks.back() != block) {
                EXPECT_EQ(std::count(blocks.begin(), blocks.end(), block), 0) << y << " " << x;
                blocks.push_back(block);
            }
        }
    }
}

} // namespace
} // namespace batchscope
