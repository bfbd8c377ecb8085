// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
#include "core/layout/folded_layout.h"
#include "core/layout/forest_layout.h"
#include "core/nets/build_graph.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace batchscope {
namespace {

/// No two nodes (unit squares) may cover each other by more than a hair.
std::size_t overlaps(const std::vector<Point>& points, float size) {
    std::size_t count = 0;
    for (std::size_t left = 0; left < points.size(); ++left) {
        for (std::size_t right = left + 1; right < points.size(); ++right) {
            const float dx = std::abs(points[left].x - points[right].x);
            const float dy = std::abs(points[left].y - points[right].y);
            count += dx < size && dy < size ? 1 : 0;
        }
    }
    return count;
}

bool allInside(const std::vector<Point>& points, const Box& box) {
    return std::all_of(points.begin(), points.end(), [&](Point point) { return box.contains(point); });
}

class Layouts : public ::testing::TestWithParam<Outputs> {
protected:
    Treebank m_bank = *generateTreebank({.leaves = 12, .trees = 14, .seed = 3});
    OpGraph m_graph = testing::graphOf(m_bank, {.outputs = GetParam()});
};

TEST_P(Layouts, TreesDoNotOverlapAndStayInTheirBoxes) {
    const ForestLayout layout = layoutForest(m_graph, std::vector<float>(m_graph.size(), 1.0F), 1.6F);
    ASSERT_EQ(layout.trees.size(), 14U);
    EXPECT_EQ(overlaps(layout.nodes, 0.55F), 0U);
    for (std::size_t index = 0; index < m_graph.size(); ++index) {
        const std::size_t tree = m_graph.origins[NodeId(index)].tree.index();
        EXPECT_TRUE(layout.trees[tree].contains(layout.nodes[index]));
    }
    EXPECT_TRUE(allInside(layout.nodes, layout.bounds));
    EXPECT_NEAR(layout.bounds.width / layout.bounds.height, 1.6, 0.8);
}

TEST(ForestLayout, EachReadingOfAMergedLeafIsSeenInItsTree) {
    const Treebank bank = testing::bankOf("(1 (2 a) (0 (1 b) (2 a)))\n(1 (2 b) (0 (1 a) (2 a)))\n");
    const OpGraph graph = testing::graphOf(bank, {.outputs = Outputs::All, .merge = Merge::Leaves});
    const ForestLayout layout = layoutForest(graph, std::vector<float>(graph.size(), 1.0F), 1.6F);
    EXPECT_EQ(overlaps(layout.nodes, 0.55F), 0U);
    for (std::size_t index = 0; index < graph.size(); ++index) {
        EXPECT_TRUE(layout.trees[graph.origins[NodeId(index)].tree.index()].contains(layout.nodes[index])) << index;
    }
}

TEST_P(Layouts, LanesHoldTheirLevelWithTheLowestAtTheBottom) {
    const ForestLayout forest = layoutForest(m_graph, std::vector<float>(m_graph.size(), 1.0F), 1.6F);
    const LaneLayout layout = layoutLanes(m_graph, forest.nodes, 0.8F);
    ASSERT_EQ(layout.lanes.size(), m_graph.levelCount());
    EXPECT_EQ(overlaps(layout.nodes, 0.99F), 0U);
    for (std::size_t index = 0; index < m_graph.size(); ++index) {
        EXPECT_TRUE(layout.lanes[m_graph.levels[NodeId(index)]].contains(layout.nodes[index]));
    }
    for (std::size_t level = 1; level < layout.lanes.size(); ++level) {
        EXPECT_LT(layout.lanes[level].bottom(), layout.lanes[level - 1].y);
    }
}

/// Crossings of edges between two neighboring lanes, by brute force.
std::size_t crossings(const OpGraph& graph, const std::vector<Point>& places) {
    std::vector<std::pair<Point, Point>> edges;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        for (const Argument& argument : graph.argumentsOf(NodeId(index))) {
            if (argument.isValue() && graph.levels[argument.node()] + 1 == graph.levels[NodeId(index)]) {
                edges.emplace_back(places[argument.node().index()], places[index]);
            }
        }
    }
    std::size_t count = 0;
    for (std::size_t left = 0; left < edges.size(); ++left) {
        for (std::size_t right = 0; right < left; ++right) {
            const auto below = edges[left].first.x - edges[right].first.x;
            const auto above = edges[left].second.x - edges[right].second.x;
            count += below * above < 0.0F ? 1U : 0U;
        }
    }
    return count;
}

TEST_P(Layouts, BandsOfTreesCrossFewerEdgesThanLanesInNodeOrder) {
    const ForestLayout forest = layoutForest(m_graph, std::vector<float>(m_graph.size(), 1.0F), 1.6F);
    const LaneLayout layout = layoutLanes(m_graph, forest.nodes, 1.6F);
    std::vector<Point> packed(m_graph.size()); // each lane filled from the left, in the order of ids
    std::vector<std::size_t> next(m_graph.levelCount(), 0);
    for (std::size_t index = 0; index < m_graph.size(); ++index) {
        packed[index] = cellCenter({}, next[m_graph.levels[NodeId(index)]]++, layout.columns);
    }
    EXPECT_LT(4 * crossings(m_graph, layout.nodes), crossings(m_graph, packed));
}

TEST(LaneLayout, OrderListsEveryNodeOnceByLevel) {
    const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 9, .trees = 40, .seed = 5}));
    const LaneLayout layout = layoutLanes(graph, std::vector<Point>(graph.size()), 0.8F);
    std::vector<NodeId> sorted = layout.order;
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        EXPECT_EQ(sorted[index], NodeId(index));
        const std::size_t level = graph.levels[layout.order[index]];
        EXPECT_GE(index, layout.offsets[level]);
        EXPECT_LT(index, layout.offsets[level + 1]);
    }
}

TEST_P(Layouts, BlocksHoldTheirBatchAndDoNotOverlap) {
    for (const char* policy : {"depth", "agenda", "regular"}) {
        const Schedule schedule = testing::scheduleOf(m_graph, policy);
        const FoldedLayout layout = layoutFolded(schedule, 9, 0.8F);
        EXPECT_EQ(overlaps(layout.nodes, 0.99F), 0U) << policy;
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const BatchId batch = schedule.places[NodeId(index)].batch;
            EXPECT_TRUE(layout.batches[batch.index()].contains(layout.nodes[index]));
        }
        EXPECT_TRUE(allInside(layout.nodes, layout.bounds));
    }
}

INSTANTIATE_TEST_SUITE_P(RootAndAll, Layouts, ::testing::Values(Outputs::Root, Outputs::All));

TEST(Geometry, EasingRunsFromZeroToOneAndClamps) {
    EXPECT_EQ(eased(-1.0), 0.0F);
    EXPECT_EQ(eased(0.0), 0.0F);
    EXPECT_FLOAT_EQ(eased(0.5), 0.5F);
    EXPECT_EQ(eased(1.0), 1.0F);
    EXPECT_EQ(eased(7.0), 1.0F);
    EXPECT_LT(eased(0.1), 0.1F) << "slow in";
    EXPECT_GT(eased(0.9), 0.9F) << "slow out";
    for (const double share : {0.0, 0.1, 0.37, 0.5, 0.8, 1.0}) {
        EXPECT_NEAR(uneased(static_cast<double>(eased(share))), share, 1e-3);
    }
}

TEST(ForestLayout, WordsOfInnerNodesHaveRoom) {
    const Treebank bank = *readTreebankText("1\tlong\t_\t_\t_\t_\t2\ta\t_\t_\n2\tlonger\t_\t_\t_\t_\t5\ta\t_\t_\n"
                                            "3\tlong\t_\t_\t_\t_\t4\ta\t_\t_\n4\tlonger\t_\t_\t_\t_\t5\ta\t_\t_\n"
                                            "5\troot\t_\t_\t_\t_\t0\troot\t_\t_\n\n",
                                            "test", {});
    GraphOptions options;
    options.model = "child-sum-tree-lstm";
    const OpGraph graph = *buildGraph(bank, options, {});
    constexpr float kWidth = 4.0F;
    const std::vector<float> widths(graph.size(), kWidth);
    const ForestLayout layout = layoutForest(graph, widths, 1.6F);
    for (std::size_t left = 0; left < graph.size(); ++left) {
        for (std::size_t right = 0; right < left; ++right) {
            const Point a = layout.nodes[left];
            const Point b = layout.nodes[right];
            EXPECT_TRUE(a.y != b.y || std::abs(a.x - b.x) >= kWidth) << left << " " << right;
        }
    }
}

} // namespace
} // namespace batchscope
