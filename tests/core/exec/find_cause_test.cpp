// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/find_cause.h"

#include "core/exec/runner.h"
#include "core/nets/program.h"
#include "tests/support/faults.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <random>

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
            const Result<FaultyGraph> faulty = withFault(graph, run->folded.schedule, fault);
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
    EXPECT_THAT(causeText(graph, *run->report.cause), HasSubstr("Cause: the weights."));
}

/// One number of the regular run's weights is another one: where the runs differ, it is named.
TEST_P(FindCauseTest, NamesTheWeightThatDiffers) {
    const OpGraph graph = testing::confusableGraph(GetParam());
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    std::mt19937 random(7);
    std::size_t differing = 0;
    for (std::size_t trial = 0; trial < 24; ++trial) {
        Parameters others = *Parameters::create(graph.ops, 1, {});
        const ParamId param(random() % graph.ops.params.size());
        const std::vector<double> numbers = parameters.numbers(param);
        const std::size_t index = random() % numbers.size();
        others.set(param, index, numbers[index] + (trial % 2 == 0 ? 0.5 : -0.01));
        RunOptions options;
        options.timing = Timing::Off;
        options.executor = trial % 3 == 0 ? ExecutorOptions(InterpreterOptions()) : ExecutorOptions(EngineOptions());
        CheckedRunInput input;
        input.ofRegular = &others;
        const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, input, {});
        ASSERT_TRUE(run);
        if (!run->report.equality->firstDivergence) {
            continue; // nothing reads it, or it makes no difference
        }
        ASSERT_TRUE(run->report.cause);
        const DivergenceCause& cause = *run->report.cause;
        ASSERT_EQ(cause.kind, DivergenceCause::Kind::OtherWeights) << causeText(graph, cause);
        EXPECT_EQ(cause.weight->entry, entryText(graph.ops.params[param], index));
        EXPECT_EQ(cause.weight->others, 0U);
        EXPECT_EQ(cause.weight->ofFolded, numbers[index]);
        ++differing;
    }
    EXPECT_GE(differing, 7U);
}

/// A chain of calls whose op makes much of rounding, on several instances so that there are batches.
std::string sensitiveProgram(std::size_t kind, int dim, std::mt19937& random) {
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    std::string first;
    std::string second;
    for (int index = 0; index < dim * dim; ++index) {
        const double weight = number(random) / std::sqrt(dim);
        first += fmt::format("{}{:.9g}", index == 0 ? "" : ", ", weight);
        second += fmt::format("{}{:.9g}", index == 0 ? "" : ", ", weight + 1e-4 * number(random));
    }
    const std::string product = R"({"name": "h", "do": "linear", "of": ["x"], "weight": "W"})";
    std::string body;
    if (kind == 0) { // two products that are nearly the same
        body = product + R"(, {"name": "g", "do": "linear", "of": ["x"], "weight": "V"},
            {"name": "d", "do": "subtract", "of": ["h", "g"]}, {"name": "s", "do": "scale", "of": ["d"], "number": 10000},
            {"name": "y", "do": "tanh", "of": ["s"]})";
    } else if (kind == 1) { // what is normalized hardly varies
        body = product + R"(, {"name": "s", "do": "scale", "of": ["h"], "number": 0.0003},
            {"name": "o", "do": "shift", "of": ["s"], "number": 1},
            {"name": "y", "do": "layer_norm", "of": ["o"], "number": 1e-12})";
    } else { // the logistic map: in one call, or one step a call
        body = product + R"(, {"name": "v0", "do": "sigmoid", "of": ["h"]})";
        const int steps = kind == 2 ? 14 : 3;
        for (int step = 0; step < steps; ++step) {
            body += fmt::format(R"(, {{"name": "q{0}", "do": "multiply", "of": ["v{0}", "v{0}"]}},
                {{"name": "r{0}", "do": "subtract", "of": ["v{0}", "q{0}"]}},
                {{"name": "v{1}", "do": "scale", "of": ["r{0}"], "number": 3.9}})",
                                step, step + 1);
        }
        body += fmt::format(R"(, {{"name": "y", "do": "shift", "of": ["v{}"], "number": -0.5}})", steps);
    }
    std::string calls;
    std::string outputs;
    for (int instance = 0; instance < 6; ++instance) {
        std::string row;
        for (int column = 0; column < dim; ++column) {
            row += fmt::format("{}{:.6g}", column == 0 ? "" : ", ", number(random));
        }
        calls += fmt::format(R"({}{{"name": "a{}", "op": "start", "args": [{{"constant": [{}]}}], "instance": {}}})",
                             instance == 0 ? "" : ", ", instance, row, instance);
        for (int step = 0; step < 12; ++step) {
            calls +=
                fmt::format(R"(, {{"name": "c{0}_{1}", "op": "cell", "args": ["{2}"], "instance": {0}}})", instance,
                            step, step == 0 ? fmt::format("a{}", instance) : fmt::format("c{}_{}", instance, step - 1));
        }
        outputs += fmt::format(R"({}"c{}_11")", instance == 0 ? "" : ", ", instance);
    }
    return fmt::format(
        R"({{"batchscope_program": 1,
        "params": [{{"name": "W", "rows": {0}, "columns": {0}, "values": [{1}]}}, {{"name": "V", "rows": {0}, "columns": {0}, "values": [{2}]}}],
        "ops": [{{"name": "start", "arguments": [{{"name": "x", "class": "constant", "width": {0}}}], "body": [], "outputs": ["x"]}},
                {{"name": "cell", "arguments": [{{"name": "x", "class": "row", "width": {0}}}], "body": [{3}], "outputs": ["y"]}}],
        "calls": [{4}], "outputs": [{5}]}})",
        dim, first, second, body, calls, outputs);
}

/// Both runs are right: nothing else may be blamed.
TEST(FindCause, AmplifiedRoundingIsNoFault) {
    std::mt19937 random(11);
    std::size_t differing = 0;
    for (std::size_t trial = 0; trial < 96; ++trial) {
        const int dim = 8 + 8 * static_cast<int>(trial % 5);
        const Result<OpGraph> graph =
            graphOfProgram(sensitiveProgram(trial % 4, dim, random), "p.json", {}, DType::Float32);
        ASSERT_TRUE(graph.hasValue()) << graph.error().text();
        const Parameters parameters = *Parameters::create(graph->ops, 1, {});
        RunOptions options;
        options.timing = Timing::Off;
        const Result<CheckedRun> run = runBoth({*graph, **findPolicy("depth"), parameters}, options, {}, {});
        ASSERT_TRUE(run);
        if (!run->report.equality->firstDivergence) {
            continue;
        }
        ASSERT_TRUE(run->report.cause);
        const std::string text = causeText(*graph, *run->report.cause);
        EXPECT_EQ(run->report.cause->kind, DivergenceCause::Kind::Rounding) << trial << ": " << text;
        EXPECT_THAT(text, HasSubstr("Neither run is wrong"));
        ++differing;
    }
    EXPECT_GE(differing, 40U);
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
    const Result<DivergenceCause> cause =
        findCause({graph, run->schedule, state, parameters, node, run->execution.state(), parameters}, {});
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
