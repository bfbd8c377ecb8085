// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/bracket_writer.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "core/story/storyboard.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

/// Deep enough that recursion anywhere would overflow the stack, on which the sanitizers make each call larger.
#ifdef BATCHSCOPE_SANITIZED
constexpr std::size_t kDepth = 50'000;
#else
constexpr std::size_t kDepth = 200'000;
#endif

TEST(DeepChain, PassesFromTextToThePicture) {
    const Treebank made = *generateTreebank({.shape = TreeShape::Sequence, .leaves = kDepth + 1, .trees = 1});
    const std::string text = toBrackets(*made.tree(TreeId(std::size_t{0})), made.words, made.labels);
    const Treebank bank = testing::bankOf(text);
    ASSERT_EQ(bank.tree(TreeId(std::size_t{0}))->height(), kDepth);
    const OpGraph graph = testing::graphOf(bank);
    const ForestLayout forest = layoutForest(graph, std::vector<float>(graph.size(), 1.0F), 1.6F);
    const LaneLayout lanes = layoutLanes(graph, forest.nodes, 0.8F);
    const std::vector<const Policy*> serving = *parsePolicies("all", graph);
    for (const Policy* policy : serving) {
        const Schedule schedule = testing::scheduleOf(graph, policy->name());
        EXPECT_TRUE(validate(graph, schedule).hasValue());
        const ScheduleMetrics metrics = metricsOf(graph, schedule, makePlan(graph, schedule));
        EXPECT_EQ(metrics.lowerBound, kDepth + 2);
        const Storyboard story = storyboardOf(graph, forest, lanes, schedule, 1.6F);
        EXPECT_EQ(story.state(story.end()).finished, schedule.batchCount());
    }
}

} // namespace
} // namespace batchscope
