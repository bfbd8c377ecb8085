// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/hand_schedule.h"

#include "core/schedule/metrics.h"
#include "core/schedule/scheduler.h"
#include "tests/support/lettered_graph.h"

#include <gtest/gtest.h>

#include <string>

namespace batchscope {
namespace {

using testing::lettered;

/// "a0,1 b2": the batches so far.
std::string playedText(const HandSchedule& hand) {
    std::string text;
    for (std::size_t batch = 0; batch < hand.batchCount(); ++batch) {
        text += (batch == 0 ? "" : " ") + hand.graph().opOf(hand.signatureOf(BatchId(batch))).name;
        std::string separator;
        for (const NodeId node : hand.batch(BatchId(batch))) {
            text += separator + std::to_string(node.value);
            separator = ",";
        }
    }
    return text;
}

std::string readyText(const HandSchedule& hand) {
    std::string text;
    for (const Candidate& candidate : hand.ready()) {
        text += hand.graph().opOf(candidate.signature).name + std::to_string(candidate.ready) + ' ';
    }
    return text;
}

TEST(HandSchedule, RunsWhatIsChosenAndNothingElse) {
    const OpGraph graph = lettered("a a b(0) c(1) b(3)");
    HandSchedule hand(graph);
    EXPECT_EQ(readyText(hand), "a2 ");
    EXPECT_FALSE(hand.run(SignatureId(1)).hasValue()); // b waits
    EXPECT_FALSE(hand.run(SignatureId(17)).hasValue());
    EXPECT_FALSE(hand.run(SignatureId()).hasValue());
    EXPECT_EQ(hand.batchCount(), 0U);

    ASSERT_TRUE(hand.run(SignatureId(0)).hasValue());
    EXPECT_EQ(readyText(hand), "b1 c1 ");
    EXPECT_TRUE(hand.isReady(NodeId(3)));
    ASSERT_TRUE(hand.run(SignatureId(2)).hasValue());
    ASSERT_TRUE(hand.run(SignatureId(1)).hasValue());
    EXPECT_TRUE(hand.isDone());
    EXPECT_EQ(playedText(hand), "a0,1 c3 b2,4");
    EXPECT_EQ(hand.batchOf(NodeId(4)), BatchId(2));
    EXPECT_TRUE(hand.ready().empty());
    EXPECT_FALSE(hand.hint().has_value());
}

TEST(HandSchedule, UndoesAndRestarts) {
    const OpGraph graph = lettered("a a b(0) c(1) b(3)");
    HandSchedule hand(graph);
    hand.undo(); // nothing to undo
    ASSERT_TRUE(hand.run(SignatureId(0)).hasValue());
    ASSERT_TRUE(hand.run(SignatureId(1)).hasValue());
    EXPECT_EQ(playedText(hand), "a0,1 b2");
    hand.undo();
    EXPECT_EQ(playedText(hand), "a0,1");
    EXPECT_EQ(readyText(hand), "b1 c1 ");
    EXPECT_FALSE(hand.batchOf(NodeId(2)).has_value());
    ASSERT_TRUE(hand.run(SignatureId(2)).hasValue());
    hand.restart();
    EXPECT_EQ(playedText(hand), "");
    EXPECT_EQ(readyText(hand), "a2 ");
    EXPECT_FALSE(hand.batchOf(NodeId(0)).has_value());
}

TEST(HandSchedule, HintsLeadToFewestBatches) {
    // b before c would cost a batch more: b(3) is not ready then.
    const OpGraph graph = lettered("a a b(0) c(1) b(3)");
    HandSchedule hand(graph);
    while (!hand.isDone()) {
        const std::optional<HandSchedule::Hint> hint = hand.hint();
        ASSERT_TRUE(hint.has_value());
        EXPECT_EQ(hint->batches, 3U);
        ASSERT_TRUE(hand.run(hint->signature).hasValue());
    }
    EXPECT_EQ(hand.batchCount(), 3U);
    EXPECT_EQ(hand.batchCount(), lowerBound(graph).batches);
}

TEST(HandSchedule, FollowsTheRulesOfPolicies) {
    // Ops that cannot batch run one by one, and nothing of a round runs before all of the earlier one.
    const OpGraph graph = lettered("a x x b(0) | a b(4)");
    HandSchedule hand(graph);
    EXPECT_EQ(readyText(hand), "a1 x2 ");
    ASSERT_TRUE(hand.run(SignatureId(1)).hasValue());
    EXPECT_EQ(readyText(hand), "a1 x1 ");
    ASSERT_TRUE(hand.run(SignatureId(0)).hasValue());
    ASSERT_TRUE(hand.run(SignatureId(2)).hasValue());
    EXPECT_EQ(readyText(hand), "x1 "); // the round is not over
    ASSERT_TRUE(hand.run(SignatureId(1)).hasValue());
    EXPECT_EQ(readyText(hand), "a1 ");
}

TEST(HandSchedule, PlaysAPolicyToTheSameBatches) {
    const OpGraph graph = lettered("a a B(0) B(1) c(2,3) a a B(5) d(6) B(8) c(7,9)");
    const Result<Schedule> schedule = makeSchedule(graph, **findPolicy("agenda"), {});
    ASSERT_TRUE(schedule.hasValue());
    HandSchedule hand(graph);
    for (const SignatureId signature : schedule->batchSignatures) {
        ASSERT_TRUE(hand.run(signature).hasValue());
    }
    EXPECT_TRUE(hand.isDone());
    EXPECT_EQ(playedText(hand), testing::batchesOf(graph, *schedule));
}

TEST(HandSchedule, PoliciesAreScoredTheBestFirst) {
    const OpGraph graph = lettered("a a B(0) B(1) c(2,3) a a B(5) d(6) B(8) c(7,9)");
    const std::vector<PolicyScore> scores = policyScores(graph);
    ASSERT_GE(scores.size(), 3U);
    EXPECT_GE(scores.front().batches, lowerBound(graph).batches);
    EXPECT_STREQ(scores.back().policy->name(), "regular");
    EXPECT_EQ(scores.back().batches, graph.size());
    for (std::size_t place = 1; place < scores.size(); ++place) {
        EXPECT_LE(scores[place - 1].batches, scores[place].batches);
    }
}

} // namespace
} // namespace batchscope
