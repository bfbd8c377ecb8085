// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/rehearsed_fault.h"

#include "core/exec/runner.h"
#include "core/schedule/validate.h"
#include "tests/support/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

class FaultTest : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Nets, FaultTest,
                         ::testing::Values("tree-lstm", "tree-rnn", "spinn", "bilstm-tagger", "transition-parser"),
                         testing::nameOfNet);

/// Every argument still comes from an earlier batch, so the schedule holds for the faulty graph too.
TEST_P(FaultTest, ChangesArgumentsOfOneBatchAndNothingElse) {
    const OpGraph graph = testing::confusableGraph(GetParam());
    for (const char* policy : {"depth", "agenda"}) {
        const Schedule schedule = testing::scheduleOf(graph, policy);
        for (const Fault fault : testing::kEveryFault) {
            const Result<FaultyGraph> faulty = withFault(graph, schedule, fault);
            if (!faulty) {
                EXPECT_THAT(faulty.error().message, HasSubstr("does not fit these trees"));
                continue;
            }
            EXPECT_TRUE(validate(faulty->graph, schedule));
            std::size_t changed = 0;
            for (std::size_t node = 0; node < graph.size(); ++node) {
                const auto before = graph.argumentsOf(NodeId(node));
                const auto after = faulty->graph.argumentsOf(NodeId(node));
                if (!std::equal(before.begin(), before.end(), after.begin(), after.end())) {
                    ++changed;
                    EXPECT_EQ(schedule.places[NodeId(node)].batch, faulty->fault.step);
                }
            }
            EXPECT_EQ(changed, fault == Fault::SwapRows ? 2U : 1U);
        }
    }
}

/// Where the row before reads the same word, nothing would change: another place is taken.
TEST(Fault, EqualValuesAreNotConfused) {
    GraphOptions options;
    options.dim = 8;
    const OpGraph graph =
        testing::graphOf(testing::bankOf("(3 (2 a) (2 b))\n(3 (2 a) (2 c))\n(3 (2 a) (2 d))\n"), options);
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    const Result<FaultyGraph> faulty = withFault(graph, schedule, Fault::StaleValue);
    ASSERT_TRUE(faulty);
    const Argument stale = faulty->graph.argumentsOf(faulty->fault.node)[faulty->fault.slot];
    const Argument own = graph.argumentsOf(faulty->fault.node)[faulty->fault.slot];
    EXPECT_NE(graph.argumentsOf(stale.node()).front(), graph.argumentsOf(own.node()).front()) << "another word";
}

TEST(Fault, GivesNoSpeedup) {
    const OpGraph graph = testing::confusableGraph("tree-lstm");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options;
    options.fault = Fault::WrongChunk;
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("agenda"), parameters}, options, {}, {});
    ASSERT_TRUE(run && run->report.speed);
    EXPECT_TRUE(run->report.speed->runsDiffer);
    EXPECT_FALSE(run->report.speed->batching());
}

} // namespace
} // namespace batchscope
