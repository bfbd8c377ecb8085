// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/cursor.h"

#include "core/story/story_clock.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope {
namespace {

class CursorTest : public ::testing::Test {
protected:
    // depth: leaf ×5 | children ×2 | children ×1 | logits ×1 | logits ×1 on levels 0, 1, 2, 2, 3
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Schedule m_schedule = testing::scheduleOf(m_graph, "depth");
    Storyboard m_story = testing::storyOf(m_graph, m_schedule);
};

TEST_F(CursorTest, StopsAreWholeNumbers) {
    EXPECT_EQ(nextStop(m_story, 0.0), 1.0);
    EXPECT_EQ(nextStop(m_story, 0.4), 1.0);
    EXPECT_EQ(nextStop(m_story, 1.9999999), 3.0) << "a rounding error is on the stop";
    EXPECT_EQ(previousStop(m_story, 1.0), 0.0);
    EXPECT_EQ(previousStop(m_story, 1.5), 1.0);
    EXPECT_EQ(previousStop(m_story, 0.0), 0.0);
    EXPECT_EQ(nextStop(m_story, m_story.end()), m_story.end());
}

TEST_F(CursorTest, PlayWaitsAtTheKeyMoments) {
    std::vector<double> moments;
    for (double t = 0.0; t < m_story.end(); t = nextMoment(m_story, t)) {
        moments.push_back(t);
    }
    EXPECT_EQ(moments, (std::vector{0.0, 1.0, 2.0, 3.0}))
        << "trees, same signature, levels, the first batch; then the end";
    EXPECT_EQ(nextMoment(m_story, 1.5), 2.0);
    EXPECT_EQ(nextMoment(m_story, 4.5), m_story.end());
}

TEST_F(CursorTest, LikeBatchesPassNoFasterThanTheirHeadlineIsRead) {
    const StoryClock clock(m_story.batchCount(), 3, {});
    const double passing = clock.secondsAt(m_story.end() - 1.0) - clock.secondsAt(3.0);
    EXPECT_EQ(playingSpeed(m_story, clock, 1.5, 20.0), 20.0) << "nothing is to be read on the way";
    EXPECT_NEAR(passing / playingSpeed(m_story, clock, 3.0, 20.0), kReadingSeconds, 1e-9);
    EXPECT_EQ(playingSpeed(m_story, clock, 3.0, 0.1), 0.1);
    EXPECT_EQ(readingSeconds("The other 8 nodes: 4 calls instead of 8."), 2.25);
}

TEST_F(CursorTest, LevelsGroupBatches) {
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 4.0), 5.0);
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 5.0), 7.0) << "both batches of level 2 are passed";
    EXPECT_EQ(previousLevelStop(m_graph, m_schedule, m_story, 7.0), 5.0);
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 7.0), m_story.end());
}

TEST_F(CursorTest, BatchAtATimeIsTheOneBeingMade) {
    EXPECT_FALSE(batchAt(m_story, 0.0).valid());
    EXPECT_FALSE(batchAt(m_story, 1.0).valid());
    EXPECT_FALSE(batchAt(m_story, 2.0).valid());
    EXPECT_EQ(batchAt(m_story, 2.2).index(), 0U);
    EXPECT_EQ(batchAt(m_story, 3.0).index(), 0U);
    EXPECT_EQ(batchAt(m_story, 3.1).index(), 1U);
    EXPECT_EQ(batchAt(m_story, m_story.end() - 1.0).index(), 4U);
    EXPECT_FALSE(batchAt(m_story, m_story.end() - 0.5).valid());
    EXPECT_FALSE(batchAt(m_story, m_story.end()).valid());
}

TEST_F(CursorTest, TheStageIsThatOfTheState) {
    for (double t = 0.0; t <= m_story.end(); t += 0.01) {
        const StoryState state = m_story.state(t);
        EXPECT_EQ(stageAt(m_story, t), state.stage) << t;
        EXPECT_EQ(batchAt(m_story, t).valid(), isBatchStage(stageAt(m_story, t))) << t;
    }
}

TEST_F(CursorTest, StagesAreSteppedThroughInOrderAndBack) {
    std::vector<StoryStage> passed;
    std::vector<double> ends;
    for (double t = 0.0; t < m_story.end();) {
        t = nextStageEnd(m_story, t);
        passed.push_back(stageAt(m_story, t));
        ends.push_back(t);
    }
    std::vector<StoryStage> expected{StoryStage::Signatures, StoryStage::Lanes};
    for (std::size_t batch = 0; batch < m_schedule.batchCount(); ++batch) {
        for (const StoryStage stage : {StoryStage::Group, StoryStage::Stack, StoryStage::Gather, StoryStage::Run}) {
            expected.push_back(stage);
        }
    }
    expected.push_back(StoryStage::Folded);
    EXPECT_EQ(passed, expected);
    for (std::size_t index = ends.size(); index-- > 1;) {
        EXPECT_NEAR(previousStageEnd(m_story, ends[index]), ends[index - 1], 1e-9);
    }
    EXPECT_EQ(previousStageEnd(m_story, ends.front()), 0.0);
}

TEST_F(CursorTest, EveryNodeIsSteppedToOnceInOrderOfExecution) {
    std::vector<NodeId> met;
    double t = 0.0;
    for (Place next = nextRow(m_schedule, m_story, t); next.batch.valid(); next = nextRow(m_schedule, m_story, t)) {
        t = timeOfRow(m_schedule, m_story, next);
        EXPECT_EQ(rowsComputed(m_schedule, m_story, t), next.row + 1U);
        met.push_back(m_schedule.batch(next.batch)[next.row]);
    }
    EXPECT_EQ(met, m_schedule.nodes);
    std::vector<NodeId> back{met.back()};
    for (Place next = previousRow(m_schedule, m_story, t); next.batch.valid();
         next = previousRow(m_schedule, m_story, t)) {
        t = timeOfRow(m_schedule, m_story, next);
        back.push_back(m_schedule.batch(next.batch)[next.row]);
    }
    std::reverse(back.begin(), back.end());
    EXPECT_EQ(back, met);
}

TEST_F(CursorTest, AnotherScheduleKeepsStageAndShare) {
    // Five batches here; before there were ten.
    const auto now = [&](double t, Keep keep = Keep::Share) { return correspondingTime(m_story, 10, t, keep); };
    for (const double t : {0.0, 0.3, 1.0, 1.8, 2.0}) {
        EXPECT_EQ(now(t), t);
    }
    EXPECT_EQ(now(2.0 + 10.0), 2.0 + 5.0) << "all batches are done";
    EXPECT_EQ(now(2.0 + 10.0 + 0.5), 2.0 + 5.0 + 0.5);
    EXPECT_EQ(now(2.0 + 10.0 + 1.0), m_story.end());
    EXPECT_EQ(now(2.0 + 10.0 + 90.0), m_story.end()) << "overtime is the end, too";
    EXPECT_EQ(now(2.0 + 6.0), 2.0 + 3.0);
    EXPECT_EQ(now(2.0 + 1.0), 2.0 + 1.0) << "a stop after a batch stays one";
    EXPECT_EQ(now(2.0 + 8.0, Keep::Step), 2.0 + 5.0) << "as far as there are so many";
    EXPECT_EQ(now(2.0 + 4.0, Keep::Step), 2.0 + 4.0);
    for (double t = 0.0; t <= 13.0; t += 0.01) {
        for (const Keep keep : {Keep::Share, Keep::Step}) {
            const double to = now(t, keep);
            EXPECT_GE(to, 0.0);
            EXPECT_LE(to, m_story.end());
            const double part = t - std::floor(t + 1e-6);
            const StoryStage before = t <= 2.0 + 1e-6 || t > 12.0 + 1e-6
                                          ? stageAt(m_story, to)
                                          : stageAt(m_story, 2.0 + (part < 1e-6 ? 1.0 : part));
            EXPECT_EQ(stageAt(m_story, to), before) << t;
        }
    }
}

} // namespace
} // namespace batchscope
