// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/diagram.h"
#include "core/nets/net.h"
#include "tests/support/files.h"
#include "tests/support/temporary_folder.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace batchscope {
namespace {

/// As the panel has it placed.
PlacedDiagram byGraphviz(const Diagram& diagram) {
    const testing::TemporaryFolder folder;
    const std::string file = folder.write("body.dot", dotText(diagram));
    const std::string answer = folder.file("body.plain");
    EXPECT_EQ(std::system(fmt::format("dot -Tplain '{}' -o '{}'", file, answer).c_str()), 0);
    const std::optional<PlacedDiagram> placed = placedBy(testing::textOf(answer), diagram);
    EXPECT_TRUE(placed.has_value()) << testing::textOf(answer);
    return placed.value_or(PlacedDiagram());
}

void expectDrawn(const Diagram& diagram, const PlacedDiagram& placed) {
    ASSERT_EQ(placed.boxes.size(), diagram.boxes.size());
    ASSERT_EQ(placed.arrows.size(), diagram.arrows.size());
    for (std::size_t left = 0; left < placed.boxes.size(); ++left) {
        const Box& box = placed.boxes[left];
        EXPECT_TRUE(box.x >= -0.1F && box.right() <= placed.bounds.width + 0.1F);
        EXPECT_TRUE(box.y >= -0.1F && box.bottom() <= placed.bounds.height + 0.1F);
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
        EXPECT_NEAR(points.front().y, from.bottom(), 0.1); // dot counts in points
        EXPECT_NEAR(points.back().y, to.y, 0.1);           // dot counts in points
        EXPECT_TRUE(points.back().x >= to.x && points.back().x <= to.right());
    }
}

TEST(Diagrams, GraphvizPlacesAnyGraph) {
    std::mt19937 random(3);
    for (std::uint32_t count = 0; count < 60; count += 7) {
        Diagram diagram;
        for (std::uint32_t box = 0; box < count; ++box) {
            diagram.boxes.push_back({1.0F + static_cast<float>(random() % 5), 2.0F});
            for (std::uint32_t arrow = 0; box > 0 && arrow < random() % 3; ++arrow) {
                diagram.arrows.push_back({static_cast<std::uint32_t>(random() % box), box});
            }
        }
        expectDrawn(diagram, byGraphviz(diagram));
    }
}

TEST(Diagrams, OtherAnswersAreRefused) {
    const Diagram diagram{{{1.0F, 1.0F}, {1.0F, 1.0F}}, {{0, 1}}};
    const std::string nodes = "graph 1 1 2\nnode 0 .5 1.5 .25 .25 \"\" solid box black lightgrey\n"
                              "node 1 .5 .5 .25 .25 \"\" solid box black lightgrey\n";
    const std::string edge = "edge 0 1 4 .5 1.4 .5 1 .5 1 .5 .6 solid black\n";
    ASSERT_TRUE(placedBy(nodes + edge + "stop\n", diagram).has_value());
    EXPECT_FLOAT_EQ(placedBy(nodes + edge + "stop\n", diagram)->boxes[1].y, 5.5F);
    for (const std::string& wrong :
         {std::string(), std::string("no graphviz here"), nodes, nodes + "edge 0 1 4 .5 1.4\n",
          nodes + "edge 1 0 4 .5 1.4 .5 1 .5 1 .5 .6\n", nodes + "node 7 1 1 1 1\n" + edge}) {
        EXPECT_FALSE(placedBy(wrong, diagram).has_value()) << wrong;
    }
}

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
            expectDrawn(drawing.diagram, byGraphviz(drawing.diagram));
            ++seen;
        }
    }
    EXPECT_GT(seen, 10U);
}

} // namespace
} // namespace batchscope
