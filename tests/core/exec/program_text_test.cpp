// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/program_text.h"

#include "core/exec/runner.h"
#include "core/graph/lower.h"
#include "core/nets/program.h"
#include "core/schedule/scheduler.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kWrittenTrees = "(3 (2 (2 a) (2 b)) (2 c))\n(1 (2 a) (0 d))\n";

OpGraph writtenGraph(const char* net, Merge merge = Merge::Off) {
    GraphOptions options;
    options.model = net;
    options.dim = 6;
    options.merge = merge;
    return testing::graphOf(testing::bankOf(kWrittenTrees), options);
}

OpGraph readAgain(const OpGraph& graph) {
    const Result<std::string> text = programText(graph);
    EXPECT_TRUE(text);
    Result<OpGraph> again = graphOfProgram(*text, "run.json", {}, graph.ops.dtype);
    EXPECT_TRUE(again) << (again ? std::string() : again.error().text());
    return std::move(*again);
}

void expectSameCalls(const OpGraph& graph, const OpGraph& again) {
    ASSERT_EQ(again.size(), graph.size());
    EXPECT_EQ(again.trees, graph.trees);
    EXPECT_EQ(again.outputs.size(), graph.outputs.size());
    EXPECT_EQ(again.targets, graph.targets);
    EXPECT_EQ(again.signatures.size(), graph.signatures.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        const NodeId node(index);
        EXPECT_EQ(again.nodeOps[node], graph.nodeOps[node]);
        EXPECT_EQ(again.levels[node], graph.levels[node]);
        EXPECT_EQ(again.origins[node].tree, graph.origins[node].tree);
    }
    EXPECT_EQ(again.arguments.size(), graph.arguments.size());
}

std::vector<double> outputsOf(const OpGraph& graph) {
    const Parameters parameters = *Parameters::create(graph.ops, 3, {});
    Result<ArmRun> run =
        runArm({graph, **findPolicy("depth"), parameters}, {.executor = InterpreterOptions()}, Recording::Seconds, {});
    EXPECT_TRUE(run);
    return run->execution.outputs();
}

class ProgramTextTest : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Nets, ProgramTextTest,
                         ::testing::Values("tree-lstm", "dynet-tree-lstm", "tree-rnn", "nary-tree-lstm",
                                           "child-sum-tree-lstm", "spinn", "looks", "lstm-acceptor", "bilstm-tagger",
                                           "bilstm-char-tagger"),
                         testing::nameOfNet);

/// The parameters are the same in the same order, so equal seeds make equal weights, and the values must be equal.
TEST_P(ProgramTextTest, ReadAgainItIsTheSameNet) {
    for (const Merge merge : {Merge::Off, Merge::Subtrees}) {
        const OpGraph graph = writtenGraph(GetParam(), merge);
        const OpGraph again = readAgain(graph);
        expectSameCalls(graph, again);
        EXPECT_EQ(outputsOf(again), outputsOf(graph));
        EXPECT_EQ(testing::scheduleOf(again, "agenda").batchCount(), testing::scheduleOf(graph, "agenda").batchCount());
    }
}

TEST_P(ProgramTextTest, PrimitivesAreWrittenLikeCells) {
    const OpGraph graph = *lowered(writtenGraph(GetParam()), {}, {});
    const OpGraph again = readAgain(graph);
    expectSameCalls(graph, again);
    EXPECT_EQ(outputsOf(again), outputsOf(graph));
}

TEST(ProgramText, WeightsAreWrittenWhereTheyAreGiven) {
    const OpGraph graph = writtenGraph("tree-rnn");
    const Parameters parameters = *Parameters::create(graph.ops, 9, {});
    const auto numbers = [&parameters](ParamId param) { return parameters.numbers(param); };
    const OpGraph again = *graphOfProgram(*programText(graph, numbers), "run.json", {}, graph.ops.dtype);
    const Parameters read = *Parameters::create(again.ops, 1, {});
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        EXPECT_EQ(read.numbers(ParamId(index)), parameters.numbers(ParamId(index)));
    }
    const auto bad = [](ParamId) { return std::vector<double>{std::numeric_limits<double>::quiet_NaN()}; };
    EXPECT_THAT(programText(graph, bad).error().message, HasSubstr("not finite"));
}

TEST(ProgramText, WhatTheFormatCannotSayIsRefused) {
    EXPECT_THAT(programText(writtenGraph("transition-parser")).error().message, HasSubstr("read while it runs"));
}

/// Ops of one name, and with letters that a program has not.
TEST(ProgramText, NamesBecomeDifferentOnes) {
    OpGraph graph = writtenGraph("tree-lstm");
    for (std::size_t op = 0; op < graph.ops.ops.size(); ++op) {
        graph.ops.ops[OpId(op)].name = "a.b\n";
    }
    const OpGraph again = readAgain(graph);
    expectSameCalls(graph, again);
    EXPECT_EQ(again.ops.ops[OpId(0)].name, "a_b_");
    EXPECT_EQ(again.ops.ops[OpId(1)].name, "a_b_#2");
}

} // namespace
} // namespace batchscope
