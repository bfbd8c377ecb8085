// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/read_treebank.h"
#include "core/layout/forest_layout.h"
#include "tests/core/layout/layout_testing.h"
#include "tests/support/files.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace batchscope {
namespace {

constexpr float kGlyph = 0.42F; // the radius of a painted node

OpGraph toyProgram() {
    return *buildGraph(*readTreebankText(testing::sampleText("toy_bcd.json"), "toy_bcd.json", {}), {}, {});
}

ForestLayout forestOf(const OpGraph& graph) {
    return layoutForest(graph, std::vector<float>(graph.size(), 1.4F), 1.6F);
}

/// How many edges that pass a row of nodes are seen to run through another node, as they are drawn.
std::size_t hiddenEdges(const OpGraph& graph, const std::vector<Point>& places, std::span<const EdgeBend> bends) {
    constexpr int kSamples = 200;
    std::size_t hidden = 0;
    for (std::size_t to = 0; to < graph.size(); ++to) {
        for (const Argument& argument : graph.argumentsOf(NodeId(to))) {
            if (!argument.isValue() || std::abs(places[argument.node().index()].y - places[to].y) < 2.5F) {
                continue;
            }
            const std::size_t from = argument.node().index();
            const auto into = bendsInto(bends, NodeId(to));
            const auto bend = std::ranges::find(into, NodeId(from), &EdgeBend::from);
            const Point offset = bend == into.end() ? Point{} : bend->offset;
            bool isHidden = false;
            for (int sample = 1; sample < kSamples; ++sample) {
                const Point point = bentPoint(places[from], places[to], offset, static_cast<float>(sample) / kSamples);
                for (std::size_t other = 0; other < graph.size(); ++other) {
                    isHidden = isHidden || (other != from && other != to &&
                                            std::hypot(places[other].x - point.x, places[other].y - point.y) < kGlyph);
                }
            }
            hidden += isHidden ? 1U : 0U;
        }
    }
    return hidden;
}

TEST(EdgeBends, TheEdgeFromBToDIsSeenBesideC) {
    const OpGraph graph = toyProgram();
    const ForestLayout forest = forestOf(graph);
    EXPECT_EQ(hiddenEdges(graph, forest.nodes, {}), 1U) << "a straight edge runs behind C";
    const std::vector<EdgeBend> bends = edgeBends(graph, forest.nodes);
    ASSERT_EQ(bends.size(), 1U);
    EXPECT_EQ(bends[0].to, NodeId(std::size_t{5}));
    EXPECT_EQ(bends[0].from, NodeId(std::size_t{3}));
    EXPECT_EQ(hiddenEdges(graph, forest.nodes, bends), 0U);
}

TEST(EdgeBends, NoNetHidesASkipEdge) {
    constexpr const char* kDependencies = "1\tShe\t_\t_\t_\t_\t2\tnsubj\t_\t_\n2\treads\t_\t_\t_\t_\t0\troot\t_\t_\n"
                                          "3\told\t_\t_\t_\t_\t4\tamod\t_\t_\n4\tbooks\t_\t_\t_\t_\t2\tobj\t_\t_\n"
                                          "5\ttoo\t_\t_\t_\t_\t2\tadvmod\t_\t_\n\n";
    std::size_t straightenedOut = 0;
    for (const Net& net : nets()) {
        if (net.leaves == Leaves::Vectors) {
            continue;
        }
        const bool isParser = std::string_view(net.name) == "transition-parser";
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            const OpGraph graph =
                testing::netGraph(net.name, granularity, isParser ? kDependencies : testing::kSentence);
            const ForestLayout forest = forestOf(graph);
            const std::vector<EdgeBend> bends = edgeBends(graph, forest.nodes);
            straightenedOut += bends.size();
            if (granularity == Granularity::Cell) {
                EXPECT_EQ(hiddenEdges(graph, forest.nodes, bends), 0U) << net.name;
            } else { // blocks of primitives are dense: not every edge finds a way, but none is worse off
                EXPECT_LE(hiddenEdges(graph, forest.nodes, bends), hiddenEdges(graph, forest.nodes, {})) << net.name;
            }
        }
    }
    EXPECT_GT(straightenedOut, 0U);
}

TEST(EdgeBends, EdgesOfPlainTreesStayStraight) {
    const OpGraph graph = testing::netGraph("tree-lstm");
    EXPECT_TRUE(edgeBends(graph, forestOf(graph).nodes).empty());
}

TEST(EdgeBends, CurvesBeginAndEndAtTheirNodes) {
    const Point from{1.0F, 2.0F};
    const Point to{5.0F, -3.0F};
    const Point offset{2.0F, 2.0F};
    EXPECT_EQ(bentPoint(from, to, offset, 0.0F), from);
    EXPECT_EQ(bentPoint(from, to, offset, 1.0F), to);
    const Point middle = bentPoint(from, to, offset, 0.5F);
    EXPECT_FLOAT_EQ(middle.x, 4.5F);
    EXPECT_FLOAT_EQ(middle.y, 1.0F);
}

/// Arcs as high as a tree would cover what is above it.
TEST(EdgeBends, StayAtTheirTree) {
    constexpr float kBeyond = 4.0F;
    for (const char* net : {"transition-parser", "spinn", "bilstm-tagger"}) {
        const OpGraph graph = testing::netGraph(net);
        const ForestLayout forest = forestOf(graph);
        for (const EdgeBend& bend : edgeBends(graph, forest.nodes)) {
            const Point from = forest.nodes[bend.from.index()];
            const Point to = forest.nodes[bend.to.index()];
            const auto tree = std::ranges::find_if(forest.trees, [from](const Box& box) { return box.contains(from); });
            ASSERT_NE(tree, forest.trees.end());
            const Point top = bentPoint(from, to, bend.offset, 0.5F);
            EXPECT_GT(top.y, tree->y - kBeyond) << net;
            EXPECT_LT(top.y, tree->bottom() + kBeyond) << net;
        }
    }
}

TEST(EdgeBends, AreFoundByTheirConsumer) {
    const std::vector<EdgeBend> bends = {{NodeId(std::size_t{3}), NodeId(std::size_t{0}), {1, 1}},
                                         {NodeId(std::size_t{3}), NodeId(std::size_t{1}), {2, 2}},
                                         {NodeId(std::size_t{7}), NodeId(std::size_t{3}), {3, 3}}};
    EXPECT_EQ(bendsInto(bends, NodeId(std::size_t{3})).size(), 2U);
    EXPECT_EQ(bendsInto(bends, NodeId(std::size_t{7})).front().from, NodeId(std::size_t{3}));
    EXPECT_TRUE(bendsInto(bends, NodeId(std::size_t{5})).empty());
}

} // namespace
} // namespace batchscope
