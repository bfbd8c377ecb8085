// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/schedule/waiting.h"

#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

constexpr const char* kPolicies[] = {"depth",           "alap",    "agenda",    "agenda-remaining",
                                     "complete-groups", "largest", "sufficient"};

class WaitingTest : public ::testing::TestWithParam<const char*> {
protected:
    static OpGraph graph(const char* net = "tree-lstm") {
        GraphOptions options;
        options.model = net;
        options.outputs = Outputs::All;
        return testing::graphOf(
            testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n(3 (2 (2 (2 a) (2 b)) (2 d)) (2 c))\n"
                            "(3 (2 e) (2 (2 (2 (2 a) (2 b)) (2 d)) (2 c)))\n(2 f)\n"),
            options);
    }
};

INSTANTIATE_TEST_SUITE_P(Policies, WaitingTest, ::testing::ValuesIn(kPolicies), testing::nameOfNet);

TEST_P(WaitingTest, WhatIsMadeCanBeExecutedAndKeepsTheStepsBefore) {
    for (const char* net : {"tree-lstm", "spinn", "bilstm-tagger", "transition-parser"}) {
        const OpGraph nodes = graph(net);
        const Schedule schedule = testing::scheduleOf(nodes, GetParam());
        const Policy& policy = **findPolicy(GetParam());
        for (std::size_t step = 0; step < schedule.batchCount(); ++step) {
            for (const Wait wait : {Wait::UntilMoreAreReady, Wait::UntilNothingElseIsReady}) {
                const auto after = scheduleWithWait(nodes, schedule, policy, BatchId(step), wait, {});
                ASSERT_TRUE(after) << net << ' ' << step << ": " << after.error().message;
                const Status valid = validate(nodes, *after);
                ASSERT_TRUE(valid) << valid.error().message;
                for (std::size_t before = 0; before < step; ++before) {
                    ASSERT_EQ(after->batchSignatures[BatchId(before)], schedule.batchSignatures[BatchId(before)]);
                    ASSERT_EQ(after->batchSize(BatchId(before)), schedule.batchSize(BatchId(before)));
                }
            }
        }
    }
}

TEST_P(WaitingTest, EveryClaimIsTrue) {
    const OpGraph nodes = graph();
    const Schedule schedule = testing::scheduleOf(nodes, GetParam());
    const Result<HastySteps> found = hastySteps(nodes, schedule, {});
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->applies);
    EXPECT_EQ(found->tried, found->candidates);
    const std::size_t gap = schedule.batchCount() - lowerBound(nodes).batches;
    for (const HastyStep& step : found->steps) {
        EXPECT_GE(step.saved, 1U);
        EXPECT_LE(step.saved, gap);
        EXPECT_GT(step.rows, schedule.batchSize(step.step));
        const auto after = scheduleWithWait(nodes, schedule, **findPolicy(GetParam()), step.step, step.wait, {});
        EXPECT_EQ(after->batchCount() + step.saved, schedule.batchCount());
    }
}

TEST(Waiting, DepthRunsScoresTooEarly) {
    // A score of the small tree is ready long before those of the others, on a level of its own.
    const OpGraph nodes = testing::graphOf(testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n"));
    const Schedule schedule = testing::scheduleOf(nodes, "depth");
    const Result<HastySteps> found = hastySteps(nodes, schedule, {});
    ASSERT_EQ(found->steps.size(), 1U);
    const HastyStep& step = found->steps.front();
    EXPECT_EQ(nodes.opOf(schedule.batchSignatures[step.step]).name, "logits");
    EXPECT_EQ(step.saved, 1U);
    EXPECT_EQ(step.rows, 2U);
}

TEST(Waiting, NothingIsTriedForWhatCannotGoOn) {
    const OpGraph nodes = testing::graphOf(testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n"));
    for (const char* policy : {"regular", "learned"}) {
        const Result<HastySteps> found = hastySteps(nodes, testing::scheduleOf(nodes, policy), {});
        EXPECT_FALSE(found->applies) << policy;
        EXPECT_TRUE(found->steps.empty());
    }
}

TEST(LongestChain, IsAsLongAsTheBoundAndEachNodeNeedsTheOneBefore) {
    for (const char* net : {"tree-lstm", "bilstm-tagger", "transition-parser"}) {
        GraphOptions options;
        options.model = net;
        const OpGraph nodes = testing::graphOf(
            testing::bankOf("(3 (2 (2 a) (2 b)) (2 c))\n(3 (2 e) (2 (2 (2 (2 a) (2 b)) (2 d)) (2 c)))\n"), options);
        const LowerBound bound = lowerBound(nodes);
        for (std::size_t index = 0; index < nodes.signatures.size(); ++index) {
            const SignatureId signature(index);
            const std::vector<NodeId> chain = longestChain(nodes, signature);
            EXPECT_EQ(chain.size(), bound.bySignature[signature]) << net;
            std::vector<bool> reached(nodes.size(), false);
            for (std::size_t place = 0; place < chain.size(); ++place) {
                EXPECT_EQ(nodes.nodeSignatures[chain[place]], signature);
                const bool isFirst = place == 0 || nodes.roundOf(chain[place]) != nodes.roundOf(chain[place - 1]);
                if (isFirst) {
                    continue;
                }
                std::fill(reached.begin(), reached.end(), false);
                reached[chain[place - 1].index()] = true;
                for (std::size_t node = chain[place - 1].index() + 1; node <= chain[place].index(); ++node) {
                    for (const Argument& argument : nodes.argumentsOf(NodeId(node))) {
                        reached[node] = reached[node] || (argument.isValue() && reached[argument.node().index()]);
                    }
                }
                EXPECT_TRUE(reached[chain[place].index()]);
            }
        }
    }
}

} // namespace
} // namespace batchscope
