// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/diagram.h"
#include "core/layout/dot.h"
#include "core/nets/build_graph.h"
#include "core/nets/net.h"
#include "tests/support/forests.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace batchscope {
namespace {

constexpr std::string_view kAnswer = "graph 1 2 3\n"
                                     "node n0 0.5 2.75 1 0.5 \"a \\\"b\\\" c\" solid box black lightgrey\n"
                                     "node n1 1.5 0.25 1 0.5 \"\" solid box black lightgrey\n"
                                     "edge n0 n1 4 0.5 2.5 0.5 2 1.5 1 1.5 0.5 solid black\n"
                                     "stop\n";

TEST(DotAnswer, GivesNodesAndCurves) {
    const auto graphs = readDotPlain(kAnswer);
    ASSERT_TRUE(graphs) << graphs.error().text();
    ASSERT_EQ(graphs->size(), 1U);
    const DotPlain& graph = graphs->front();
    EXPECT_EQ(graph.width, 2.0F);
    EXPECT_EQ(graph.height, 3.0F);
    ASSERT_EQ(graph.nodes.size(), 2U);
    EXPECT_EQ(graph.nodes[0].name, "n0");
    EXPECT_EQ(graph.nodes[0].label, "a \"b\" c");
    EXPECT_EQ(graph.nodes[1].label, "");
    EXPECT_EQ(graph.nodes[1].centre, (Point{1.5F, 0.25F}));
    ASSERT_EQ(graph.edges.size(), 1U);
    EXPECT_EQ(graph.edges[0].tail, "n0");
    EXPECT_EQ(graph.edges[0].head, "n1");
    ASSERT_EQ(graph.edges[0].points.size(), 4U);
    EXPECT_EQ(graph.edges[0].points.back(), (Point{1.5F, 0.5F}));
}

TEST(DotAnswer, UnitsAreFourAnInchAndGrowDownwards) {
    const Diagram diagram{{{"a", 4.0F, 2.0F}, {"b", 4.0F, 2.0F}}, {{0, 1}}};
    const auto placed = placedBy(readDotPlain(kAnswer)->front(), diagram);
    ASSERT_TRUE(placed) << placed.error().text();
    EXPECT_EQ(placed->bounds, (Box{0.0F, 0.0F, 8.0F, 12.0F}));
    EXPECT_EQ(placed->boxes[0], (Box{0.0F, 0.0F, 4.0F, 2.0F}));
    EXPECT_EQ(placed->boxes[1], (Box{4.0F, 10.0F, 4.0F, 2.0F}));
    EXPECT_EQ(placed->arrows[0].front(), (Point{2.0F, 2.0F}));
    EXPECT_EQ(placed->arrows[0].back(), (Point{6.0F, 10.0F}));
}

struct Escape {
    std::string_view written; ///< between the quotes of a label
    std::string_view read;
};

TEST(DotAnswer, EscapesOfLabels) {
    for (const Escape& escape :
         {Escape{"plain", "plain"}, Escape{R"(say \"it\")", "say \"it\""}, Escape{R"(two\nlines)", R"(two\nlines)"},
          Escape{R"(ends\\)", R"(ends\\)"}, Escape{"broken\\\n line", "broken line"},
          Escape{"broken\\\r\n line", "broken line"}, Escape{"Zürich → 東京", "Zürich → 東京"}, Escape{"", ""}}) {
        const auto graphs =
            readDotPlain(fmt::format("graph 1 1 1\nnode n0 0 0 1 1 \"{}\" solid\nstop\n", escape.written));
        ASSERT_TRUE(graphs) << escape.written << ": " << graphs.error().text();
        EXPECT_EQ(graphs->front().nodes[0].label, escape.read);
    }
}

TEST(DotAnswer, LongLinesAreBrokenAnywhere) {
    std::string broken;
    for (const char character : kAnswer) {
        broken += character;
        broken += character == '\n' || character == '\\' ? "" : "\\\n";
    }
    const auto graphs = readDotPlain(broken);
    ASSERT_TRUE(graphs) << graphs.error().text();
    EXPECT_EQ(graphs->front().nodes[0].label, "a \"b\" c");
    EXPECT_EQ(graphs->front().edges[0].points, readDotPlain(kAnswer)->front().edges[0].points);
}

TEST(DotAnswer, SeveralGraphsFollowOneAnother) {
    const auto graphs = readDotPlain(std::string(kAnswer) + "\n" + std::string(kAnswer));
    ASSERT_TRUE(graphs);
    EXPECT_EQ(graphs->size(), 2U);
}

TEST(DotAnswer, AnythingElseIsAnErrorWithItsLine) {
    struct Wrong {
        std::string_view answer;
        std::string_view says;
    };
    for (const Wrong& wrong :
         {Wrong{"", "unexpected end"}, Wrong{"graph 1 2 3\n", "unexpected end"}, Wrong{"stop\n", "expected a graph"},
          Wrong{"hello world\n", "expected a graph"}, Wrong{"graph 1 2\nstop\n", "expected a graph with"},
          Wrong{"graph 0 2 2\nstop\n", "expected a graph with"},
          Wrong{"graph 1 nan 2\nstop\n", "expected a graph with"},
          Wrong{"graph 1 1e30 2\nstop\n", "expected a graph with"}, Wrong{"graph 1 1 1\ngraph 1 1 1\nstop\n", "line 2"},
          Wrong{"graph 1 1 1\nnode n0 0 0 1\nstop\n", "expected a node with"},
          Wrong{"graph 1 1 1\nnode n0 0 0 1 x l\nstop\n", "expected a node with"},
          Wrong{"graph 1 1 1\nnode n0 0 0 -1 1 l\nstop\n", "expected a node with"},
          Wrong{"graph 1 1 1\nnode n0 0 0 1 1 \"open\nstop\n", "unclosed quote"},
          Wrong{"graph 1 1 1\nedge\nstop\n", "expected an edge with"},
          Wrong{"graph 1 1 1\nedge a b 4\nstop\n", "expected an edge with"},
          Wrong{"graph 1 1 1\nedge a b 5 0 0 0 0 0 0 0 0 0 0\nstop\n", "expected an edge with"},
          Wrong{"graph 1 1 1\nedge a b 4 0 0 0 0 0 0 0 z s b\nstop\n", "not a number"},
          Wrong{"graph 1 1 1\nedge a b 1e9 0 0\nstop\n", "expected an edge with"},
          Wrong{"graph 1 1 1\nedge a b -2 0 0\nstop\n", "expected an edge with"}}) {
        const auto graphs = readDotPlain(wrong.answer);
        ASSERT_FALSE(graphs) << wrong.answer;
        EXPECT_EQ(graphs.error().code, ErrorCode::Layout);
        EXPECT_NE(graphs.error().text().find(wrong.says), std::string::npos) << graphs.error().text();
    }
}

TEST(DotAnswer, EveryPrefixAndEveryDamageIsReadOrRefused) {
    for (std::size_t length = 0; length + 1 < kAnswer.size(); ++length) {
        EXPECT_FALSE(readDotPlain(kAnswer.substr(0, length)).hasValue() &&
                     kAnswer.substr(0, length).find("stop") == std::string_view::npos);
    }
    const Diagram diagram{{{"a", 4.0F, 2.0F}, {"b", 4.0F, 2.0F}}, {{0, 1}}};
    std::mt19937 random(7);
    for (int trial = 0; trial < 3000; ++trial) {
        std::string damaged(kAnswer);
        for (int change = 0; change < 3; ++change) {
            damaged[random() % damaged.size()] = static_cast<char>(random() % 256);
        }
        const auto graphs = readDotPlain(damaged);
        if (graphs && !graphs->empty()) {
            const auto placed = placedBy(graphs->front(), diagram);
            EXPECT_TRUE(!placed || (placed->boxes.size() == 2 && placed->arrows.size() == 1));
        }
    }
}

TEST(DotAnswer, MustFitWhatWasAsked) {
    const DotPlain graph = readDotPlain(kAnswer)->front();
    EXPECT_FALSE(placedBy(graph, {{{"a", 1.0F, 1.0F}}, {}}));                                  // a node too many
    EXPECT_FALSE(placedBy(graph, {{{"a", 1, 1}, {"b", 1, 1}, {"c", 1, 1}}, {}}));              // one too few
    EXPECT_FALSE(placedBy(graph, {{{"a", 1.0F, 1.0F}, {"b", 1.0F, 1.0F}}, {{0, 1}, {0, 1}}})); // an arrow too few
    EXPECT_FALSE(placedBy(graph, {{{"a", 1.0F, 1.0F}, {"b", 1.0F, 1.0F}}, {{1, 0}}}));         // another one
    EXPECT_TRUE(placedBy(graph, {{{"a", 1.0F, 1.0F}, {"b", 1.0F, 1.0F}}, {{0, 1}}}));
}

TEST(DotText, EscapesLabels) {
    EXPECT_EQ(escapedForDot("a \"b\" \\ c\n\x01"), R"(a \"b\" \\ c  )");
    const Diagram diagram{{{"q\"", 2.0F, 1.0F}, {"b", 1.0F, 1.0F}}, {{0, 1}}};
    const std::string text = dotText(diagram, {});
    EXPECT_NE(text.find(R"(n0 [label="q\"", width=0.5, height=0.25])"), std::string::npos) << text;
    EXPECT_NE(text.find("n0 -> n1;"), std::string::npos);
    EXPECT_EQ(text.find("ordering"), std::string::npos);
    EXPECT_NE(dotText(diagram, {.order = ArrowOrder::AsGiven}).find("ordering=out"), std::string::npos);
}

// --- Rows ---

void expectDrawn(const Diagram& diagram, const PlacedDiagram& placed) {
    ASSERT_EQ(placed.boxes.size(), diagram.boxes.size());
    ASSERT_EQ(placed.arrows.size(), diagram.arrows.size());
    for (std::size_t left = 0; left < placed.boxes.size(); ++left) {
        const Box& box = placed.boxes[left];
        EXPECT_TRUE(box.x >= -0.01F && box.right() <= placed.bounds.width + 0.01F);
        EXPECT_TRUE(box.y >= -0.01F && box.bottom() <= placed.bounds.height + 0.01F);
        for (std::size_t right = left + 1; right < placed.boxes.size(); ++right) {
            const Box& other = placed.boxes[right];
            EXPECT_FALSE(box.x < other.right() && other.x < box.right() && box.y < other.bottom() &&
                         other.y < box.bottom())
                << left << " covers " << right;
        }
    }
    for (std::size_t arrow = 0; arrow < placed.arrows.size(); ++arrow) {
        const Box& from = placed.boxes[diagram.arrows[arrow].from];
        const Box& to = placed.boxes[diagram.arrows[arrow].to];
        const std::vector<Point>& points = placed.arrows[arrow];
        ASSERT_EQ(points.size() % 3, 1U);
        EXPECT_LT(from.y, to.y);
        EXPECT_NEAR(points.front().y, from.bottom(), 0.01);
        EXPECT_NEAR(points.back().y, to.y, 0.01);
        EXPECT_TRUE(points.back().x >= to.x && points.back().x <= to.right());
    }
}

TEST(Rows, AnyGraphStandsInRows) {
    std::mt19937 random(3);
    for (std::uint32_t count = 0; count < 60; ++count) {
        Diagram diagram;
        for (std::uint32_t box = 0; box < count; ++box) {
            diagram.boxes.push_back({"b", 1.0F + static_cast<float>(random() % 5), 2.0F});
            for (std::uint32_t arrow = 0; box > 0 && arrow < random() % 3; ++arrow) {
                diagram.arrows.push_back({static_cast<std::uint32_t>(random() % box), box});
            }
        }
        expectDrawn(diagram, placeInRows(diagram));
    }
}

// --- Bodies ---

TEST(OpDiagrams, OfEveryNetShowAllOfTheBody) {
    std::size_t seen = 0;
    for (const Net& net : nets()) {
        const OpSet ops = net.ops({.dim = 8, .vocabulary = 9, .vectorWidth = net.leaves == Leaves::Words ? 0 : 4});
        for (std::size_t index = 0; index < ops.ops.size(); ++index) {
            const OpId op(index);
            const OpDiagram drawing = opDiagram(ops, op);
            const Op& drawn = ops.ops[op];
            ASSERT_EQ(drawing.boxes.size(), drawing.diagram.boxes.size());
            const auto count = [&](OpBoxKind kind) {
                return static_cast<std::size_t>(std::count_if(drawing.boxes.begin(), drawing.boxes.end(),
                                                              [&](const OpBox& box) { return box.kind == kind; }));
            };
            EXPECT_EQ(count(OpBoxKind::Output), drawn.outputs());
            std::set<BodyId> values;
            for (const OpBox& box : drawing.boxes) {
                if (box.value.valid()) {
                    values.insert(box.value);
                }
                EXPECT_FALSE(opBoxTip(ops, op, box, 50).empty());
            }
            EXPECT_EQ(values.size(), drawn.body.values.size());
            expectDrawn(drawing.diagram, placeInRows(drawing.diagram));
            ++seen;
        }
    }
    EXPECT_GT(seen, 10U);
}

// --- The source trees ---

TEST(DotForest, RefusesWhatWasNotAsked) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    const std::vector<float> widths(graph.size(), 1.0F);
    const std::string asked = forestDotText(graph, widths);
    EXPECT_NE(asked.find("ordering=out"), std::string::npos);
    std::size_t digraphs = 0;
    for (std::size_t at = asked.find("digraph"); at != std::string::npos; at = asked.find("digraph", at + 1)) {
        ++digraphs;
    }
    EXPECT_EQ(digraphs, 2U);
    EXPECT_FALSE(forestFromDot(graph, widths, "garbage", 1.6F));
    EXPECT_FALSE(forestFromDot(graph, widths, kAnswer, 1.6F)); // one tree
    EXPECT_FALSE(forestFromDot(graph, widths, std::string(kAnswer) + std::string(kAnswer), 1.6F));
}

} // namespace
} // namespace batchscope
