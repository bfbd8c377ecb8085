// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/tidy_tree.h"
#include "core/nets/build_graph.h"
#include "tests/core/layout/layout_testing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace batchscope {
namespace {

using testing::Placed;

Placed placedClusters(const OpGraph& graph) {
    return testing::placedBy(placeClusters, graph);
}

TEST(ClusterLayout, IsForTreesOfPrimitives) {
    for (const char* model : {"tree-lstm", "dynet-tree-lstm", "child-sum-tree-lstm", "looks"}) {
        EXPECT_FALSE(placedClusters(testing::netGraph(model, Granularity::Cell)).box.has_value()) << model;
        EXPECT_TRUE(placedClusters(testing::netGraph(model, Granularity::Primitive)).box.has_value()) << model;
    }
    EXPECT_FALSE(placedClusters(testing::netGraph("bilstm-tagger", Granularity::Primitive)).box.has_value())
        << "each word needs the others, on either side";
}

TEST(ClusterLayout, NothingOverlapsAndArgumentsStandBelow) {
    for (const char* model : {"tree-lstm", "child-sum-tree-lstm", "looks"}) {
        const OpGraph graph = testing::netGraph(model, Granularity::Primitive);
        const Placed placed = placedClusters(graph);
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
    const OpGraph graph = testing::netGraph("tree-lstm", Granularity::Primitive);
    const Placed placed = placedClusters(graph);
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
