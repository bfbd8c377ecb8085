// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/forest_layout.h"
#include "core/layout/sequence_layout.h"
#include "core/nets/build_graph.h"
#include "tests/core/layout/layout_testing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {
namespace {

using testing::Placed;

Placed place(const OpGraph& graph) {
    return testing::placedBy(placeSequence, graph);
}

constexpr std::array kSequences = {"lstm-acceptor", "bilstm-tagger", "bilstm-char-tagger",
                                   "bilstm-crf",    "lattice-lstm",  "transition-parser",
                                   "spinn",         "spinn-pair"};

/// Places of the nodes of one op, in node order.
std::vector<Point> placesOf(const OpGraph& graph, const Placed& placed, std::string_view op) {
    std::vector<Point> points;
    for (std::size_t node = 0; node < graph.size(); ++node) {
        if (graph.opOf(NodeId(node)).name == op) {
            points.push_back(placed.nodes[node]);
        }
    }
    return points;
}

double distance(Point point, Point from, Point to) {
    const double dx = double(to.x) - double(from.x);
    const double dy = double(to.y) - double(from.y);
    const double px = double(point.x) - double(from.x);
    const double py = double(point.y) - double(from.y);
    const double along = std::clamp((px * dx + py * dy) / std::max(dx * dx + dy * dy, 1e-9), 0.0, 1.0);
    return std::hypot(px - along * dx, py - along * dy);
}

TEST(SequenceLayout, PlacesNetsThatReadWordAfterWordAndNoOthers) {
    for (const Net& net : nets()) {
        const std::string_view name = net.name;
        if (name == "mlp") {
            continue;
        }
        const auto isNet = [&](const char* sequence) { return name == sequence; };
        const bool isSequence = std::any_of(std::begin(kSequences), std::end(kSequences), isNet);
        EXPECT_EQ(place(testing::netGraph(net.name)).box.has_value(), isSequence) << name;
        const char* chain = "(1 (1 (1 (1 a) (1 b)) (1 c)) (1 d))";
        EXPECT_EQ(place(testing::netGraph(net.name, Granularity::Cell, chain)).box.has_value(), isSequence) << name;
    }
}

TEST(SequenceLayout, NothingOverlapsOrLeavesTheBox) {
    for (const char* model : kSequences) {
        const OpGraph graph = testing::netGraph(model);
        const Placed placed = place(graph);
        for (std::size_t left = 0; left < graph.size(); ++left) {
            const Point at = placed.nodes[left];
            EXPECT_TRUE(at.x > 0.49F && at.y > 0.49F && at.x < placed.box->right() - 0.49F &&
                        at.y < placed.box->bottom() - 0.49F)
                << model << " " << left;
            for (std::size_t right = 0; right < left; ++right) {
                const Point other = placed.nodes[right];
                EXPECT_TRUE(std::abs(at.x - other.x) >= 0.99F || std::abs(at.y - other.y) >= 0.99F)
                    << model << " " << left << " " << right;
            }
        }
    }
}

TEST(SequenceLayout, AnLstmRunsAlongARowAboveItsWords) {
    const OpGraph graph = testing::netGraph("bilstm-tagger");
    const Placed placed = place(graph);
    const auto words = placesOf(graph, placed, "lookup");
    const auto forward = placesOf(graph, placed, "forward");
    const auto backward = placesOf(graph, placed, "backward");
    const auto tags = placesOf(graph, placed, "tag");
    ASSERT_EQ(words.size(), 5U);
    for (std::size_t word = 0; word < words.size(); ++word) {
        EXPECT_EQ(forward[word].x, words[word].x);
        EXPECT_EQ(forward[word].y, forward[0].y);
        EXPECT_EQ(backward[word].y, backward[0].y);
        EXPECT_EQ(tags[word].y, tags[0].y);
        if (word > 0) {
            EXPECT_GT(words[word].x, words[word - 1].x);
            EXPECT_LT(backward[word].x, backward[word - 1].x) << "it reads from the right";
        }
    }
    EXPECT_GT(words[0].y, forward[0].y) << "y grows downwards";
    EXPECT_GT(forward[0].y, backward[0].y);
    EXPECT_GT(backward[0].y, tags[0].y);
}

TEST(SequenceLayout, NoEdgeOfATaggerPassesUnderAnotherNode) {
    const OpGraph graph = testing::netGraph("bilstm-tagger");
    const Placed placed = place(graph);
    for (std::size_t node = 0; node < graph.size(); ++node) {
        for (const Argument& argument : graph.argumentsOf(NodeId(node))) {
            if (!argument.isValue() || graph.opOf(argument.node()).name == "start") {
                continue;
            }
            for (std::size_t other = 0; other < graph.size(); ++other) {
                if (other != node && other != argument.node().index()) {
                    EXPECT_GT(distance(placed.nodes[other], placed.nodes[argument.node().index()], placed.nodes[node]),
                              0.4)
                        << other << " lies under " << argument.node().index() << "–" << node;
                }
            }
        }
    }
}

TEST(SequenceLayout, LettersStandInTheOrderOfTheWord) {
    const OpGraph graph = testing::netGraph("bilstm-char-tagger");
    const Placed placed = place(graph);
    const auto letters = placesOf(graph, placed, "letter");
    for (std::size_t letter = 1; letter < letters.size(); ++letter) {
        EXPECT_GT(letters[letter].x, letters[letter - 1].x);
    }
    const auto readForward = placesOf(graph, placed, "read-forward");
    ASSERT_EQ(readForward.size(), letters.size());
    for (std::size_t letter = 1; letter < letters.size(); ++letter) {
        EXPECT_GT(readForward[letter].x, readForward[letter - 1].x);
    }
}

/// A step follows a step or what joins the words that end before it.
TEST(SequenceLayout, ALatticeRunsAlongARow) {
    const OpGraph graph =
        testing::netGraph("lattice-lstm", Granularity::Cell, "(1 (1 (1 some) (1 thing)) (1 (1 a) (1 something)))");
    const Placed placed = place(graph);
    ASSERT_TRUE(placed.box.has_value());
    for (const char* op : {"letter", "step", "span", "meet1"}) {
        const auto nodes = placesOf(graph, placed, op);
        ASSERT_GT(nodes.size(), 1U) << op;
        for (std::size_t node = 1; node < nodes.size(); ++node) {
            EXPECT_EQ(nodes[node].y, nodes[0].y) << op;
            EXPECT_GT(nodes[node].x, nodes[node - 1].x) << op;
        }
    }
}

TEST(SequenceLayout, IsPartOfTheForest) {
    const OpGraph graph = testing::netGraph("bilstm-tagger", Granularity::Cell, "(1 (2 a) (0 b))\n(1 (2 c) (0 d))");
    const std::vector<float> widths(graph.size(), 1.0F);
    const ForestLayout forest = layoutForest(graph, widths, 1.6F);
    ASSERT_EQ(forest.trees.size(), 2U);
    for (std::size_t node = 0; node < graph.size(); ++node) {
        const std::size_t tree = graph.origins[NodeId(node)].tree == forest.treeIds[0] ? 0 : 1;
        EXPECT_TRUE(forest.trees[tree].contains(forest.nodes[node]));
    }
}

TEST(SequenceLayout, ALongSentenceIsQuick) {
    std::string text = "(1";
    for (int word = 0; word < 50'000; ++word) {
        text += " (1 w)";
    }
    const OpGraph graph = testing::netGraph("bilstm-tagger", Granularity::Cell, (text + ")").c_str());
    const Placed placed = place(graph);
    ASSERT_TRUE(placed.box.has_value());
    EXPECT_GT(placed.box->width, 50'000.0F);
}

} // namespace
} // namespace batchscope
