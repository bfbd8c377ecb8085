// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/tensor_op_torch.h"

#include "core/exec/runner.h"
#include "core/graph/fold.h"
#include "core/schedule/scheduler.h"
#include "core/trace/divergence.h"

#include <ATen/ops/dropout.h>
#include <ATen/ops/linear.h>
#include <ATen/ops/sigmoid.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::int32_t kGateWidth = 8;

using GateFunction = std::function<std::vector<at::Tensor>(const TensorBatch& batch)>;

/// σ(W·a) ∘ b of looked-up rows, over chains of three: the gate as a body, or as a function.
OpGraph gates(const GateFunction& function) {
    OpSet ops;
    ops.name = "gates";
    const ParamId table = ops.params.push_back({.name = "E", .rows = 12, .columns = kGateWidth});
    const ParamId weight = ops.params.push_back({.name = "W", .rows = kGateWidth, .columns = kGateWidth});
    BodyBuilder word(ops.params);
    word.output(word.lookup(table, 0));
    const OpId leaf =
        ops.ops.push_back({.name = "word", .arguments = {{.kind = ArgumentClass::Integer}}, .body = word.take()});
    const ArgumentType row{.kind = ArgumentClass::Row, .width = kGateWidth};
    OpId gate;
    if (function) {
        gate = ops.ops.push_back(tensorOp(ops, {.name = "gate",
                                                .arguments = {row, row},
                                                .widths = {kGateWidth},
                                                .parameters = {weight},
                                                .run = function}));
    } else {
        BodyBuilder body(ops.params);
        const BodyId left = body.argument(0, kGateWidth);
        const BodyId right = body.argument(1, kGateWidth);
        body.output(body.multiply(body.sigmoid(body.linear(left, weight)), right));
        gate = ops.ops.push_back({.name = "gate", .arguments = {row, row}, .body = body.take()});
    }
    Fold fold(ops, {});
    for (std::uint32_t tree = 0; tree < 5; ++tree) {
        Value state = fold.add(leaf, {Argument::integer(tree)});
        for (std::uint32_t next = 1; next < 3; ++next) {
            state = fold.add(gate, {state, fold.add(leaf, {Argument::integer(tree + next)})});
        }
        fold.request(state, static_cast<std::int32_t>(tree));
    }
    fold.setTreeCount(5);
    return *std::move(fold).finish();
}

std::vector<at::Tensor> gateOf(const TensorBatch& batch) {
    return {at::sigmoid(at::linear(batch.arguments[0], batch.parameters[0])).mul(batch.arguments[1])};
}

ArmRun runOfGates(const OpGraph& graph, const char* policy) {
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options{.work = Work::Training, .executor = InterpreterOptions()};
    Result<ArmRun> run = runArm({graph, **findPolicy(policy), parameters}, options, Recording::Full, {});
    EXPECT_TRUE(run) << (run ? std::string() : run.error().text());
    return std::move(*run);
}

TEST(TensorOp, ComputesWhatTheSameBodyDoes) {
    const OpGraph called = gates(gateOf);
    const ArmRun body = runOfGates(gates({}), "regular");
    for (const char* policy : {"regular", "depth"}) {
        const ArmRun call = runOfGates(called, policy);
        EXPECT_TRUE(compareRuns(called, body.execution.state(), call.execution.state(), {})->equal);
        const GradientReport gradients = *compareGradients(called, *body.gradients, *call.gradients, {});
        EXPECT_TRUE(gradients.equal());
        EXPECT_GT(gradients.parameters.values, 0U);
    }
}

TEST(TensorOp, RunsOnceABatch) {
    std::size_t calls = 0;
    const OpGraph graph = gates([&calls](const TensorBatch& batch) {
        ++calls;
        return gateOf(batch);
    });
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    ASSERT_TRUE(runArm({graph, **findPolicy("depth"), parameters}, RunOptions(), Recording::Seconds, {}));
    EXPECT_EQ(calls, 2U);
}

/// Which of two runs is wrong is no question where no two are equal; that is said, instead of a search for the cause.
TEST(TensorOp, ARandomOneIsTheCauseOfADifference) {
    std::size_t calls = 0;
    const OpGraph graph = gates([&calls](const TensorBatch& batch) {
        ++calls;
        return std::vector<at::Tensor>{gateOf(batch).front().mul(1.0 / static_cast<double>(calls))};
    });
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options{.timing = Timing::Off, .executor = InterpreterOptions()};
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, {}, {});
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->report.cause);
    EXPECT_EQ(run->report.cause->kind, DivergenceCause::Kind::Random);
    EXPECT_THAT(causeText(graph, *run->report.cause),
                ::testing::AllOf(HasSubstr("gate is random"), HasSubstr("node ")));
}

/// The same function in both runs, but wrong on rows that run alone: it is not random.
TEST(TensorOp, AWrongOneIsNotCalledRandom) {
    const OpGraph graph = gates([](const TensorBatch& batch) {
        const double factor = batch.arguments.front().size(0) == 5 ? 2.0 : 1.0; // all trees together
        return std::vector<at::Tensor>{gateOf(batch).front().mul(factor)};
    });
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    RunOptions options{.timing = Timing::Off, .executor = InterpreterOptions()};
    const Result<CheckedRun> run = runBoth({graph, **findPolicy("depth"), parameters}, options, {}, {});
    ASSERT_TRUE(run);
    ASSERT_TRUE(run->report.cause);
    EXPECT_NE(run->report.cause->kind, DivergenceCause::Kind::Random);
}

/// A dropout: what was dropped has no gradient, and what was kept has twice its own, in any order of the batches.
TEST(TensorOp, DrawsTheSameInTheBackwardPassAndInEveryRun) {
    OpGraph graph = gates([](const TensorBatch& batch) {
        return std::vector<at::Tensor>{at::dropout(batch.arguments[0].add(batch.arguments[1]), 0.5, true)};
    });
    for (std::size_t index = 0; index < graph.ops.ops.size(); ++index) {
        Op& op = graph.ops.ops[OpId(index)];
        op.batchable = op.call ? Batchable::No : op.batchable;
    }
    const ArmRun run = runOfGates(graph, "depth");
    const ArmRun other = runOfGates(graph, "regular");
    EXPECT_TRUE(compareRuns(graph, run.execution.state(), other.execution.state(), {})->equal);
    EXPECT_TRUE(compareGradients(graph, *run.gradients, *other.gradients, {})->equal());
    std::size_t dropped = 0;
    for (std::size_t index = 0; index < graph.size(); ++index) {
        if (graph.opOf(NodeId(index)).call == nullptr) {
            continue;
        }
        const NodeId left = graph.argumentsOf(NodeId(index))[0].node(); // read here alone
        const std::vector<double> made = run.execution.state().row({NodeId(index), 0});
        const std::vector<double> above = run.gradients->state().row({NodeId(index), 0});
        const std::vector<double> below = run.gradients->state().row({left, 0});
        for (std::size_t column = 0; column < made.size(); ++column) {
            EXPECT_NEAR(below[column], made[column] == 0.0 ? 0.0 : 2 * above[column], 1e-6);
            dropped += made[column] == 0.0 ? 1 : 0;
        }
    }
    EXPECT_GT(dropped, 0U);
}

/// What it returns is checked, and what it throws is the run's error.
TEST(TensorOp, AWrongFunctionFailsTheRun) {
    const auto failure = [](const GateFunction& function) {
        const OpGraph graph = gates(function);
        const Parameters parameters = *Parameters::create(graph.ops, 1, {});
        const Result<ArmRun> run =
            runArm({graph, **findPolicy("depth"), parameters}, RunOptions(), Recording::Seconds, {});
        return run ? std::string() : run.error().text();
    };
    EXPECT_THAT(failure([](const TensorBatch&) { return std::vector<at::Tensor>(); }),
                HasSubstr("the function of gate returned 0 tensors; expected 1"));
    EXPECT_THAT(
        failure([](const TensorBatch& batch) { return std::vector<at::Tensor>{batch.arguments[0].narrow(1, 0, 3)}; }),
        HasSubstr("output 0 of the function of gate has the shape [5, 3]; expected [5, 8]"));
    EXPECT_THAT(failure([](const TensorBatch&) -> std::vector<at::Tensor> { throw std::runtime_error("no luck"); }),
                HasSubstr("no luck"));
}

} // namespace
} // namespace batchscope
