// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/find_cause.h"

#include "core/exec/runner.h"
#include "tests/support/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// The numbers that an argument brings.
std::vector<double> numbersOf(const OpGraph& graph, const RecordedState& state, const Argument& argument) {
    if (argument.kind == ArgumentClass::Integer) {
        return {static_cast<double>(argument.payload)};
    }
    if (argument.kind == ArgumentClass::Constant) {
        const auto numbers = graph.constants[argument.constant()];
        return {numbers.begin(), numbers.end()};
    }
    return state.row(argument.value());
}

class FindCauseTest : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Nets, FindCauseTest,
                         ::testing::Values("tree-lstm", "tree-rnn", "child-sum-tree-lstm", "spinn", "bilstm-tagger",
                                           "transition-parser"),
                         testing::nameOfNet);

/// Nothing of the fault is told to the search: it finds what was read from the numbers alone.
TEST_P(FindCauseTest, FindsWhatAFaultyRunRead) {
    const OpGraph graph = testing::confusableGraph(GetParam());
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    std::size_t found = 0;
    for (const Fault fault : testing::kEveryFault) {
        for (const ExecutorOptions& executor :
             {ExecutorOptions(EngineOptions()), ExecutorOptions(InterpreterOptions())}) {
            RunOptions options;
            options.fault = fault;
            options.timing = Timing::Off;
            options.executor = executor;
            const Result<CheckedRun> run = runBoth({graph, **findPolicy("agenda"), parameters}, options, {}, {});
            if (!run) {
                EXPECT_EQ(run.error().code, ErrorCode::Config) << "no place for it";
                continue;
            }
            ASSERT_TRUE(run->report.cause);
            const DivergenceCause& cause = *run->report.cause;
            const std::string text = causeText(graph, cause);
            ASSERT_EQ(cause.kind, DivergenceCause::Kind::Misread) << text;
            EXPECT_EQ(cause.node, run->report.equality->firstDivergence->node);
            const Result<SpoiledGraph> faulty = spoiled(graph, run->folded.schedule, fault);
            ASSERT_TRUE(faulty);
            const std::uint32_t place = cause.misreading->argument;
            const RecordedState& state = run->folded.execution.state();
            EXPECT_EQ(cause.misreading->own, graph.argumentsOf(cause.node)[place]);
            EXPECT_EQ(numbersOf(graph, state, cause.misreading->read),
                      numbersOf(graph, state, faulty->graph.argumentsOf(cause.node)[place]))
                << text;
            EXPECT_THAT(text, HasSubstr("node " + std::to_string(cause.node.value)));
            ++found;
        }
    }
    EXPECT_GE(found, 4U);
}

TEST(FindCause, OtherWeightsAreToldFromOtherInputs) {
    const OpGraph graph = testing::confusableGraph("tree-lstm");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const Parameters others = *Parameters::create(graph.ops, 2, {});
    RunOptions options;
    options.timing = Timing::Off;
    CheckedRunInput input;
    input.ofRegular = &others;
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, input, {});
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->report.cause);
    EXPECT_EQ(run->report.cause->kind, DivergenceCause::Kind::OtherWeights);
    EXPECT_FALSE(run->report.cause->misreading);
    EXPECT_THAT(causeText(graph, *run->report.cause), HasSubstr("other weights"));
}

/// A run of which one number is not what anything gives.
class SpoiledState final : public RecordedState {
public:
    SpoiledState(const RecordedState& state, Value value) : m_state(state), m_value(value) {}
    void read(Value value, std::vector<double>& row) const override {
        m_state.read(value, row);
        if (value.node == m_value.node && value.output == m_value.output) {
            row.front() += 0.25;
        }
    }
    [[nodiscard]] std::size_t bytes() const override { return m_state.bytes(); }

private:
    const RecordedState& m_state;
    Value m_value;
};

TEST(FindCause, WhatNoInputExplainsStaysUnknown) {
    const OpGraph graph = testing::confusableGraph("tree-lstm");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const Result<ArmRun> run = runArm({graph, **findPolicy("depth"), parameters}, RunOptions(), Recording::Seconds, {});
    ASSERT_TRUE(run);
    const NodeId node = run->schedule.batch(BatchId(1)).front();
    const SpoiledState state(run->execution.state(), {node, 0});
    const Result<DivergenceCause> cause = findCause({graph, run->schedule, state, parameters, node}, {});
    ASSERT_TRUE(cause);
    EXPECT_EQ(cause->kind, DivergenceCause::Kind::Unknown);
    EXPECT_GT(cause->tried, 4U);
    EXPECT_THAT(causeText(graph, *cause), HasSubstr("Cause unknown"));
}

TEST(FindCause, WithoutDivergenceThereIsNone) {
    const OpGraph graph = testing::confusableGraph("tree-lstm");
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options;
    options.timing = Timing::Off;
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, {}, {});
    ASSERT_TRUE(run);
    EXPECT_FALSE(run->report.cause);
}

} // namespace
} // namespace batchscope
