// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/storyboard.h"
#include "tests/core/testing.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

class StoryboardTest : public ::testing::TestWithParam<const char*> {
protected:
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Schedule m_schedule = testing::scheduleOf(m_graph, GetParam());
    Storyboard m_story{layoutForest(m_graph, std::vector<float>(m_graph.size(), 1.0F), 1.6F),
                       layoutLanes(m_graph, 0.8F), layoutFolded(m_schedule, 0.8F), m_schedule};
};

TEST_P(StoryboardTest, StopsAreSourceLanesBatchesFolded) {
    EXPECT_EQ(m_story.stopCount(), m_schedule.batchCount() + 3);
    EXPECT_EQ(m_story.state(0.0).stage, StoryStage::Source);
    EXPECT_EQ(m_story.state(1.0).stage, StoryStage::Lanes);
    EXPECT_EQ(m_story.state(2.0).stage, StoryStage::Batches);
    EXPECT_EQ(m_story.state(2.0).finished, 1U);
    EXPECT_EQ(m_story.state(m_story.end()).stage, StoryStage::Folded);
    EXPECT_EQ(m_story.state(m_story.end()).finished, m_schedule.batchCount());
}

TEST_P(StoryboardTest, EachNodeIsDoneExactlyFromItsBatchOn) {
    for (std::size_t step = 0; step < m_schedule.batchCount(); ++step) {
        const StoryState state = m_story.state(static_cast<double>(m_story.stopAfter(BatchId(step))) + 0.5);
        for (std::size_t index = 0; index < m_graph.size(); ++index) {
            const bool ran = m_schedule.places[NodeId(index)].batch.index() <= step;
            EXPECT_EQ(state.roles[index] == NodeRole::Done, ran) << step << " " << index;
        }
    }
}

TEST_P(StoryboardTest, MotionIsContinuous) {
    constexpr double kStep = 0.002;
    StoryState before = m_story.state(0.0);
    for (double t = kStep; t <= m_story.end(); t += kStep) {
        StoryState now = m_story.state(t);
        for (std::size_t index = 0; index < now.nodes.size(); ++index) {
            EXPECT_LT(std::abs(now.nodes[index].x - before.nodes[index].x), 1.0F) << t;
            EXPECT_LT(std::abs(now.nodes[index].y - before.nodes[index].y), 1.0F) << t;
        }
        before = std::move(now);
    }
}

TEST_P(StoryboardTest, IsAPureFunctionOfTime) {
    const StoryState first = m_story.state(2.4);
    (void)m_story.state(0.1);
    const StoryState again = m_story.state(2.4);
    EXPECT_EQ(first.nodes, again.nodes);
    EXPECT_EQ(first.view, again.view);
}

TEST_P(StoryboardTest, TimesOutsideAreClamped) {
    EXPECT_EQ(m_story.state(-5.0).nodes, m_story.state(0.0).nodes);
    EXPECT_EQ(m_story.state(1e9).nodes, m_story.state(m_story.end()).nodes);
}

INSTANTIATE_TEST_SUITE_P(Policies, StoryboardTest, ::testing::Values("regular", "depth", "agenda"));

} // namespace
} // namespace batchscope
