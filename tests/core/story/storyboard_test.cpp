// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/storyboard.h"

#include "core/story/story_clock.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

class StoryboardTest : public ::testing::TestWithParam<const char*> {
protected:
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Schedule m_schedule = testing::scheduleOf(m_graph, GetParam());
    Storyboard m_story = testing::storyOf(m_graph, m_schedule);
};

TEST_P(StoryboardTest, StopsAreSourceSignaturesLanesBatchesFolded) {
    EXPECT_EQ(m_story.stopCount(), m_schedule.batchCount() + 4);
    EXPECT_EQ(m_story.state(0.0).stage, StoryStage::Source);
    EXPECT_EQ(m_story.state(1.0).stage, StoryStage::Signatures);
    EXPECT_EQ(m_story.state(2.0).stage, StoryStage::Lanes);
    EXPECT_EQ(m_story.state(3.0).stage, StoryStage::Run);
    EXPECT_EQ(m_story.state(3.0).finished, 1U);
    EXPECT_EQ(m_story.state(m_story.end()).stage, StoryStage::Folded);
    EXPECT_EQ(m_story.state(m_story.end()).finished, m_schedule.batchCount());
}

TEST_P(StoryboardTest, ABatchGoesThroughItsStagesOneAfterTheOther) {
    const double begin = static_cast<double>(m_story.stopAfter(BatchId(std::size_t{1}))) - 1.0;
    const auto at = [&](double share) { return m_story.state(begin + share); };
    EXPECT_EQ(at(0.1).stage, StoryStage::Group);
    EXPECT_NEAR(at(Storyboard::kGrouped).grouped, 1.0F, 1e-6F);
    EXPECT_NEAR(at(Storyboard::kGrouped).closed, 0.0F, 1e-6F);
    EXPECT_EQ(at(0.4).stage, StoryStage::Stack);
    EXPECT_NEAR(at(Storyboard::kStacked).moved, 1.0F, 1e-6F);
    EXPECT_NEAR(at(Storyboard::kStacked).gathered, 0.0F, 1e-6F);
    EXPECT_EQ(at(0.7).stage, StoryStage::Gather);
    EXPECT_NEAR(at(Storyboard::kGathered).gathered, 1.0F, 1e-6F);
    EXPECT_NEAR(at(Storyboard::kGathered).filled, 0.0F, 1e-6F);
    EXPECT_EQ(at(0.9).stage, StoryStage::Run);
    EXPECT_NEAR(at(1.0).filled, 1.0F, 1e-6F);
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
    constexpr double kStep = 0.001;
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
    StoryState state;
    for (const double t : {2.4, 0.1, 3.3, m_story.end(), 0.6, 2.4}) { // forward, backward, over the same memory
        m_story.state(t, state);
        const StoryState fresh = m_story.state(t);
        EXPECT_EQ(state.nodes, fresh.nodes);
        EXPECT_EQ(state.roles, fresh.roles);
        EXPECT_EQ(state.view, fresh.view);
        EXPECT_EQ(state.block, fresh.block);
        EXPECT_EQ(state.ribbons.size(), fresh.ribbons.size());
        EXPECT_EQ(state.stage, fresh.stage);
    }
}

TEST_P(StoryboardTest, TimesOutsideAreClamped) {
    EXPECT_EQ(m_story.state(-5.0).nodes, m_story.state(0.0).nodes);
    EXPECT_EQ(m_story.state(1e9).nodes, m_story.state(m_story.end()).nodes);
}

TEST_P(StoryboardTest, TreesGoBesideTheLanesWholeAndStayThere) {
    const StoryState beside = m_story.state(1.0 + Storyboard::kBeside);
    EXPECT_EQ(beside.twin.shown, 1.0F);
    EXPECT_NEAR(beside.nodeScale, beside.twin.scale, 1e-5F);
    EXPECT_EQ(beside.laned, 0.0F) << "no node has left";
    for (std::size_t index = 0; index < m_graph.size(); ++index) {
        const Point inside = beside.twin.inside(beside.nodes[index]);
        EXPECT_NEAR(inside.x, m_story.twinNodes()[index].x, 1e-3F);
        EXPECT_NEAR(inside.y, m_story.twinNodes()[index].y, 1e-3F);
    }
    const StoryState lanes = m_story.state(2.0);
    EXPECT_EQ(lanes.twin.offset, beside.twin.offset) << "the marks do not move";
    EXPECT_EQ(lanes.nodeScale, 1.0F);
}

TEST_P(StoryboardTest, CloseUpNodesStayInTheirTrees) {
    const double first = static_cast<double>(Storyboard::kFirstBatchStop);
    for (double t = first + 0.2; t <= m_story.end() - 1.0; t += 0.07) {
        const StoryState close = m_story.state(t, StepView::CloseUp);
        ASSERT_EQ(close.closeUp, 1.0F) << t;
        EXPECT_EQ(close.nodes, m_story.twinNodes());
        EXPECT_EQ(close.roles, m_story.state(t).roles) << "the same runs";
        for (const Box& tree : close.trees) {
            EXPECT_TRUE(close.view.contains({tree.right(), tree.bottom()}) && close.view.contains({tree.x, tree.y}));
            EXPECT_LT(tree.right(), close.view.x + 0.6F * close.view.width) << "there is room for the rows";
        }
    }
    for (const double after : {1e-5, 1e-4, 1e-2}) {
        EXPECT_LT(m_story.state(m_story.end() - 1.0 + after, StepView::CloseUp).closeUp, 1.0F) << "no batch is made";
    }
    EXPECT_EQ(m_story.state(first, StepView::CloseUp).closeUp, 0.0F);
    EXPECT_EQ(m_story.state(m_story.end(), StepView::CloseUp).closeUp, 0.0F);
    EXPECT_EQ(m_story.state(m_story.end(), StepView::CloseUp).nodes, m_story.state(m_story.end()).nodes);
}

TEST_P(StoryboardTest, TilesOfARunFillTheBlockThatMoves) {
    for (double t = 2.0; t < m_story.end() - 1.0; t += 0.03) {
        const StoryState state = m_story.state(t);
        if (state.block.width <= 0.0F || state.closed < 1.0F) {
            continue;
        }
        for (const NodeId node : m_schedule.batch(state.active)) {
            const Point place = state.nodes[node.index()];
            EXPECT_TRUE(state.block.contains(place)) << t << " " << node.index();
        }
    }
}

TEST_P(StoryboardTest, TheSourceStaysInSightLeftOfEverything) {
    EXPECT_EQ(m_story.state(1.0).twin.shown, 0.0F); // the trees themselves
    SourceTwin before = m_story.state(2.0).twin;
    for (double t = 2.0; t <= m_story.end(); t += 0.02) {
        const StoryState state = m_story.state(t);
        EXPECT_EQ(state.twin.shown, 1.0F) << t;
        const float left = t < m_story.end() - 1.0 ? m_story.laneBoxes().front().x : m_story.batchBoxes().front().x;
        for (const Point& place : m_story.twinNodes()) {
            const Point small{state.twin.offset.x + state.twin.scale * place.x,
                              state.twin.offset.y + state.twin.scale * place.y};
            EXPECT_TRUE(state.view.contains(small)) << t;
            EXPECT_LT(small.x, left) << t;
            EXPECT_NEAR(state.twin.inside(small).x, place.x, 0.01F);
            EXPECT_NEAR(state.twin.inside(small).y, place.y, 0.01F);
        }
        EXPECT_LT(std::abs(state.twin.scale - before.scale), 0.3F)
            << t; // no jumps, though it shrinks as the view opens
        before = state.twin;
    }
}

INSTANTIATE_TEST_SUITE_P(Policies, StoryboardTest, ::testing::Values("regular", "depth", "agenda"));

/// Nodes of two different places must not stand on each other when everything rests.
TEST(Storyboard, NothingStandsOnAnythingElseAtTheEndOfAnyStage) {
    const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 7, .trees = 9, .seed = 4}));
    for (const char* policy : {"depth", "agenda", "regular"}) {
        const Schedule schedule = testing::scheduleOf(graph, policy);
        const Storyboard story = testing::storyOf(graph, schedule);
        for (double stop = 2.0; stop < std::min(story.end() - 1.0, 14.0); stop += 1.0) {
            for (const double end : {Storyboard::kGrouped, Storyboard::kStacked, 1.0}) {
                const StoryState state = story.state(stop + end);
                std::size_t overlaps = 0;
                for (std::size_t left = 0; left < graph.size(); ++left) {
                    for (std::size_t right = 0; right < left; ++right) {
                        const float x = std::abs(state.nodes[left].x - state.nodes[right].x);
                        const float y = std::abs(state.nodes[left].y - state.nodes[right].y);
                        overlaps += x < 0.95F && y < 0.95F ? 1U : 0U;
                    }
                }
                EXPECT_EQ(overlaps, 0U) << policy << " " << stop + end;
            }
        }
    }
}

TEST(Ribbons, AtMostTwoHundredThingsMoveIntoTheLanesAndNoneIsLost) {
    for (const std::size_t trees : {std::size_t{4}, std::size_t{16}, std::size_t{120}}) {
        const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 21, .trees = trees, .seed = 8}));
        const Schedule schedule = testing::scheduleOf(graph, "depth");
        const StoryState state = testing::storyOf(graph, schedule).state(1.4);
        if (!movesAsRibbons(graph.size())) {
            EXPECT_TRUE(state.ribbons.empty());
            EXPECT_EQ(state.bundled, 0.0F);
            continue;
        }
        EXPECT_EQ(state.bundled, 1.0F);
        EXPECT_LE(state.ribbons.size(), kMostMovers);
        std::size_t nodes = 0;
        for (const Ribbon& ribbon : state.ribbons) {
            nodes += ribbon.nodes;
            EXPECT_GE(ribbon.box.width * ribbon.box.height + 0.01F, static_cast<float>(ribbon.nodes));
        }
        EXPECT_EQ(nodes, graph.size());
    }
}

TEST(Ribbons, ARestHasNone) {
    const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 21, .trees = 16, .seed = 8}));
    const Storyboard story = testing::storyOf(graph, testing::scheduleOf(graph, "depth"));
    for (double stop = 0.0; stop <= story.end(); stop += 1.0) {
        EXPECT_EQ(story.state(stop).bundled, 0.0F) << stop;
    }
}

TEST(StoryClock, GoesThereAndBack) {
    const std::vector<double> measured{1e-6, 4e-5, 0.0, 2e-3};
    const StoryClock clock(4, 3, measured);
    double before = 0.0;
    for (double t = 0.0; t <= 7.0; t += 0.01) {
        const double seconds = clock.secondsAt(t);
        EXPECT_GE(seconds, before);
        EXPECT_NEAR(clock.timeAt(seconds), t, 1e-6);
        before = seconds;
    }
    EXPECT_EQ(clock.timeAt(-1.0), 0.0);
    EXPECT_EQ(clock.timeAt(clock.seconds() + 1.0), 7.0);
    EXPECT_LE(clock.secondsAt(7.0), clock.seconds());
}

TEST(StoryClock, ASlowBatchIsComputedLonger) {
    const std::vector<double> measured{1e-6, 1e-3};
    const StoryClock clock(2, 1, measured);
    const auto running = [&](std::size_t batch) {
        const double stop = static_cast<double>(batch) + 3.0;
        return clock.secondsAt(stop) - clock.secondsAt(stop - 1.0 + Storyboard::kGathered);
    };
    EXPECT_NEAR(running(0), StoryClock::kShortestRun, 1e-9);
    EXPECT_NEAR(running(1), StoryClock::kLongestRun, 1e-9);
}

TEST(StoryClock, ManyBatchesGoFaster) {
    const StoryClock clock(5000, 3, {});
    EXPECT_LT(clock.seconds(), StoryClock::kMostSeconds + 10.0);
    EXPECT_NEAR(clock.timeAt(clock.secondsAt(4321.5)), 4321.5, 1e-6);
}

TEST(StoryClock, EmptyIsStill) {
    EXPECT_EQ(StoryClock().timeAt(3.0), 0.0);
    EXPECT_EQ(StoryClock().secondsAt(3.0), 0.0);
}

TEST(Storyboard, AForestTooLargeToReadComesOnlyAtTheEnd) {
    const OpGraph graph = testing::graphOf(*generateTreebank({.leaves = 30, .trees = 60, .seed = 4}));
    ASSERT_GT(graph.size(), Storyboard::kMostKept);
    const Storyboard story = testing::storyOf(graph, testing::scheduleOf(graph, "depth"));
    EXPECT_EQ(story.state(2.0).twin.shown, 0.0F);
    EXPECT_EQ(story.state(story.end() - 1.0).twin.shown, 0.0F);
    EXPECT_EQ(story.state(story.end()).twin.shown, 1.0F);
}

} // namespace
} // namespace batchscope
