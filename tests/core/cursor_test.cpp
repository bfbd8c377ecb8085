// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/cursor.h"

#include "tests/core/testing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

class CursorTest : public ::testing::Test {
protected:
    // depth: leaf ×5 | children ×2 | children ×1 | logits ×1 | logits ×1 on levels 0, 1, 2, 2, 3
    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees));
    Schedule m_schedule = testing::scheduleOf(m_graph, "depth");
    Storyboard m_story{layoutForest(m_graph, std::vector<float>(m_graph.size(), 1.0F), 1.6F),
                       layoutLanes(m_graph, 0.8F), layoutFolded(m_schedule, 0.8F), m_schedule};
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

TEST_F(CursorTest, ForwardThenBackEndsWhereItBegan) {
    for (double t = 0.0; t < m_story.end(); t += 1.0) {
        EXPECT_EQ(previousStop(m_story, nextStop(m_story, t)), t);
    }
}

TEST_F(CursorTest, LevelsGroupBatches) {
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 3.0), 4.0);
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 4.0), 6.0) << "both batches of level 2 are passed";
    EXPECT_EQ(previousLevelStop(m_graph, m_schedule, m_story, 6.0), 4.0);
    EXPECT_EQ(nextLevelStop(m_graph, m_schedule, m_story, 6.0), m_story.end());
}

TEST_F(CursorTest, BatchAtATimeIsTheOneBeingMade) {
    EXPECT_FALSE(batchAt(m_story, 0.0).valid());
    EXPECT_FALSE(batchAt(m_story, 1.0).valid());
    EXPECT_EQ(batchAt(m_story, 1.2).index(), 0U);
    EXPECT_EQ(batchAt(m_story, 2.0).index(), 0U);
    EXPECT_EQ(batchAt(m_story, 2.1).index(), 1U);
    EXPECT_FALSE(batchAt(m_story, m_story.end()).valid());
}

TEST_F(CursorTest, CaptionsComeFromTheData) {
    const auto caption = [&](double t) { return captionAt(m_graph, m_schedule, m_story, t); };
    EXPECT_THAT(caption(0.0), HasSubstr("2 trees, 10 nodes"));
    EXPECT_THAT(caption(1.0), HasSubstr("4 levels"));
    EXPECT_THAT(caption(2.0), HasSubstr("Step 1 of 5: leaf ×5"));
    EXPECT_THAT(caption(m_story.end()), HasSubstr("launches 10 → 5"));
}

} // namespace
} // namespace batchscope
