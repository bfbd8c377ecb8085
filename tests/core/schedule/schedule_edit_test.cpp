// SPDX-License-Identifier: GPL-3.0-or-later
//
// Schedules changed by hand: what comes back can always be executed, what is refused would break a rule.
#include "core/schedule/given_schedule.h"

#include "core/base/random.h"
#include "core/schedule/validate.h"
#include "tests/support/forests.h"
#include "tests/support/lettered_graph.h"
#include "tests/support/mixed_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace batchscope {
namespace {

using testing::batchedAs;
using testing::batchesOf;
using testing::lettered;

BatchId batchAt(std::size_t step) {
    return BatchId(step);
}

std::string answered(const OpGraph& graph, const Result<Schedule>& result) {
    return result ? batchesOf(graph, *result) : result.error().message;
}

class ScheduleEdit : public ::testing::Test {
protected:
    const OpGraph m_graph = lettered("a a a b(0) b(1) c x x");
    const Schedule m_schedule = batchedAs(m_graph, "0,1,2 3,4 5 6 7");
};

TEST_F(ScheduleEdit, SplitsAfterARow) {
    EXPECT_EQ(answered(m_graph, splitAfterRow(m_graph, m_schedule, batchAt(0), 0)), "a0 a1,2 b3,4 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, splitAfterRow(m_graph, m_schedule, batchAt(0), 1)), "a0,1 a2 b3,4 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, splitAfterRow(m_graph, m_schedule, batchAt(0), 2)),
              "this change is not possible: batch 1 has 3 rows, so it cannot be split after row 3");
    EXPECT_EQ(answered(m_graph, splitAfterRow(m_graph, m_schedule, batchAt(2), 0)),
              "this change is not possible: batch 3 has 1 row, so it cannot be split after row 1");
    EXPECT_EQ(answered(m_graph, splitAfterRow(m_graph, m_schedule, batchAt(5), 0)),
              "this change is not possible: there is no step 5");
}

TEST_F(ScheduleEdit, DelaysABatchUntilAfterAnother) {
    EXPECT_EQ(answered(m_graph, delayAfter(m_graph, m_schedule, batchAt(1), batchAt(3))), "a0,1,2 c5 x6 b3,4 x7");
    EXPECT_EQ(answered(m_graph, delayAfter(m_graph, m_schedule, batchAt(0), batchAt(1))),
              "this change is not possible: node 3 needs node 0, which would not run before it");
    EXPECT_EQ(
        answered(m_graph, delayAfter(m_graph, m_schedule, batchAt(2), batchAt(2))),
        "this change is not possible: batch 3 does not run before batch 3, so it cannot be delayed until after it");
    EXPECT_EQ(answered(m_graph, delayAfter(m_graph, m_schedule, batchAt(2), BatchId())),
              "this change is not possible: there is no step 4294967295");
}

TEST_F(ScheduleEdit, JoinsTwoBatches) {
    const Schedule apart = batchedAs(m_graph, "0,1 3 2 4 5 6 7");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(2), batchAt(0))), "a0,1,2 b3 b4 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(1), batchAt(3))), "a0,1 a2 b4,3 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(0), batchAt(2))),
              "this change is not possible: node 3 needs node 0, which would not run before it");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(4), batchAt(3))),
              "this change is not possible: the signature of node 5 differs from that of the other nodes of the batch");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(6), batchAt(5))),
              "this change is not possible: the op cannot be batched, so each of its nodes runs alone");
    EXPECT_EQ(answered(m_graph, joinBatches(m_graph, apart, batchAt(6), batchAt(6))),
              "this change is not possible: batch 7 cannot be joined with itself");
}

TEST_F(ScheduleEdit, MovesANodeAndDropsWhatIsLeftEmpty) {
    const Schedule apart = batchedAs(m_graph, "0,1 2 3 4 5 6 7");
    EXPECT_EQ(answered(m_graph, moveNode(m_graph, apart, NodeId(std::size_t{1}), batchAt(1))),
              "a0 a2,1 b3 b4 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, moveNode(m_graph, apart, NodeId(std::size_t{2}), batchAt(0))), "a0,1,2 b3 b4 c5 x6 x7");
    EXPECT_EQ(answered(m_graph, moveNode(m_graph, apart, NodeId(std::size_t{2}), batchAt(1))),
              "this change is not possible: node 2 is in batch 2 already");
    EXPECT_EQ(answered(m_graph, moveNode(m_graph, apart, NodeId(std::size_t{9}), batchAt(1))),
              "this change is not possible: there is no node 9");
    EXPECT_EQ(answered(m_graph, moveNode(m_graph, apart, NodeId(std::size_t{3}), batchAt(0))),
              "this change is not possible: the signature of node 3 differs from that of the other nodes of the batch");
}

TEST(ScheduleEditRounds, NothingCrossesASyncPoint) {
    const OpGraph graph = lettered("a b | a b");
    const Schedule schedule = batchedAs(graph, "0 1 2 3");
    const std::string refused = "this change is not possible: a value is read between these calls (a sync point), so "
                                "they can neither share a batch nor change places";
    EXPECT_EQ(answered(graph, delayAfter(graph, schedule, batchAt(1), batchAt(2))), refused);
    EXPECT_EQ(answered(graph, joinBatches(graph, schedule, batchAt(0), batchAt(2))), refused);
    EXPECT_EQ(answered(graph, delayAfter(graph, schedule, batchAt(0), batchAt(1))), "b1 a0 a2 b3");
}

// ---- legality, worked out without validate() -----------------------------------------------------------------------

bool needs(const OpGraph& graph, NodeId user, NodeId node) {
    const auto arguments = graph.argumentsOf(user);
    return std::any_of(arguments.begin(), arguments.end(),
                       [node](const Argument& argument) { return argument.isValue() && argument.node() == node; });
}

bool mayDelay(const OpGraph& graph, const Schedule& schedule, BatchId batch, BatchId after) {
    for (std::size_t step = batch.index() + 1; step <= after.index(); ++step) {
        for (const NodeId user : schedule.batch(BatchId(step))) {
            for (const NodeId node : schedule.batch(batch)) {
                if (needs(graph, user, node) || graph.roundOf(user) != graph.roundOf(node)) {
                    return false;
                }
            }
        }
    }
    return after > batch;
}

bool mayMove(const OpGraph& graph, const Schedule& schedule, NodeId node, BatchId into) {
    const NodeId host = schedule.batch(into).front();
    if (schedule.places[node].batch == into || graph.nodeSignatures[node] != graph.nodeSignatures[host] ||
        graph.roundOf(node) != graph.roundOf(host) || graph.opOf(node).batchable == Batchable::No) {
        return false;
    }
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId other(index);
        if ((needs(graph, node, other) && schedule.places[other].batch >= into) ||
            (needs(graph, other, node) && schedule.places[other].batch <= into)) {
            return false;
        }
    }
    return true;
}

struct EditCounts {
    std::size_t made = 0;
    std::size_t refused = 0;
};

void expectAnswer(const OpGraph& graph, const Result<Schedule>& result, bool isLegal, EditCounts& counts) {
    EXPECT_EQ(result.hasValue(), isLegal) << answered(graph, result);
    if (result) {
        const Status valid = validate(graph, *result);
        EXPECT_TRUE(valid) << valid.error().message;
        ++counts.made;
    } else {
        EXPECT_EQ(result.error().code, ErrorCode::Schedule);
        EXPECT_TRUE(result.error().message.starts_with("this change is not possible: "));
        ++counts.refused;
    }
}

/// Random changes, each on what the last one gave.
EditCounts editAtRandom(const OpGraph& graph, Schedule schedule, std::uint64_t seed) {
    EditCounts counts;
    Random random(seed);
    for (int turn = 0; turn < 60; ++turn) {
        const BatchId batch(static_cast<std::size_t>(random.below(schedule.batchCount())));
        const BatchId other(static_cast<std::size_t>(random.below(schedule.batchCount())));
        const NodeId node(static_cast<std::size_t>(random.below(graph.size())));
        const auto row = static_cast<std::uint32_t>(random.below(3));
        const Result<Schedule> split = splitAfterRow(graph, schedule, batch, row);
        expectAnswer(graph, split, row + 1 < schedule.batchSize(batch), counts);
        const Result<Schedule> delayed = delayAfter(graph, schedule, batch, other);
        expectAnswer(graph, delayed, mayDelay(graph, schedule, batch, other), counts);
        const Result<Schedule> moved = moveNode(graph, schedule, node, other);
        expectAnswer(graph, moved, mayMove(graph, schedule, node, other), counts);
        const Result<Schedule> joined = joinBatches(graph, schedule, batch, other);
        if (joined) {
            EXPECT_TRUE(validate(graph, *joined));
            EXPECT_EQ(joined->batchCount() + 1, schedule.batchCount());
        }
        for (const Result<Schedule>* next : {&split, &delayed, &moved, &joined}) {
            if (*next && random.below(2) == 0) {
                schedule = **next;
                break;
            }
        }
    }
    return counts;
}

TEST(ScheduleEditProperty, EveryChangeIsValidOrBreaksARule) {
    EditCounts all;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        SCOPED_TRACE(seed);
        const OpGraph graph =
            testing::mixedGraph(seed, {.calls = 40, .rounds = static_cast<std::uint32_t>(1 + seed % 2)});
        for (const char* policy : {"depth", "agenda", "regular"}) {
            const EditCounts counts = editAtRandom(graph, testing::scheduleOf(graph, policy), seed);
            all.made += counts.made;
            all.refused += counts.refused;
        }
    }
    EXPECT_GT(all.made, 500U);
    EXPECT_GT(all.refused, 500U);
}

} // namespace
} // namespace batchscope
