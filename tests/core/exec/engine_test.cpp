// SPDX-License-Identifier: GPL-3.0-or-later
//
// The optimizing engine against the plain interpreted bodies: whatever passes are on, values and gradients stay.
#include "core/exec/engine/engine.h"
#include "core/exec/equality.h"
#include "core/exec/runner.h"
#include "core/kernels/instruction_set.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/pass_sets.h"
#include "tests/support/thread_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::DoubleNear;
using ::testing::Pointwise;

class EngineEveryNet : public ::testing::TestWithParam<const char*> {};

TEST_P(EngineEveryNet, EqualsTheInterpreterWithEverySetOfPasses) {
    const Net& net = **findNet(GetParam());
    if (net.leaves == Leaves::Vectors) {
        GTEST_SKIP() << "takes vectors; see the property test";
    }
    const GraphOptions options{
        .model = net.name, .dim = 5, .dtype = DType::Float64, .binarization = Binarization::Left};
    const Treebank bank = *generateTreebank({.arity = 2, .leaves = 6, .trees = 5, .vocabulary = 7, .seed = 3});
    const OpGraph graph = testing::graphOf(bank, options);
    const Treebank larger = *generateTreebank({.arity = 2, .leaves = 9, .trees = 9, .vocabulary = 7, .seed = 4});
    const OpGraph before = testing::graphOf(larger, options);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun plain = *runArm({graph, **findPolicy("depth"), parameters},
                                 {.work = Work::Training, .executor = InterpreterOptions()}, Recording::Seconds, {});
    for (const PassSet passes : testing::passSets()) {
        SCOPED_TRACE(passSetText(passes));
        Engine engine(graph.ops, {.passes = passes});
        ASSERT_TRUE(
            engine // leaves other numbers wherever this graph's rows will lie
                .run({before, testing::scheduleOf(before, "depth"), parameters, Work::Training, Recording::Seconds, {}})
                .hasValue());
        const Result<FinishedRun> run =
            engine.run({graph, plain.schedule, parameters, Work::Training, Recording::Full, {}});
        ASSERT_TRUE(run.hasValue()) << run.error().message;
        const EqualityReport values = *compareRuns(graph, plain.execution.state(), run->execution.state(), {});
        EXPECT_TRUE(values.equal) << "max abs error " << values.maxAbsError;
        const GradientReport report = *compareGradients(graph, *plain.gradients, *run->gradients, {});
        EXPECT_TRUE(report.parameters.equal) << report.firstParameter << " " << report.parameters.maxAbsError;
        EXPECT_TRUE(report.values.equal) << report.values.maxAbsError << " at "
                                         << graph.opOf(report.values.firstDivergence->node).name << " output "
                                         << report.values.firstDivergence->output;
        EXPECT_NEAR(report.foldedLoss, report.regularLoss, 1e-10);
    }
}

std::vector<const char*> netNames() {
    std::vector<const char*> names;
    for (const Net& net : nets()) {
        names.push_back(net.name);
    }
    return names;
}

/// Values and gradients, to the last bit.
struct Numbers {
    std::vector<double> outputs;
    std::vector<std::vector<double>> gradients;
    double loss = 0.0;
    int threads = 0;
};

Numbers numbersOf(const OpGraph& graph, const Parameters& parameters, int threads, TeamPolicy policy) {
    const testing::ThreadSetting setting(threads, policy);
    Engine engine(graph.ops, {});
    Result<FinishedRun> run =
        engine.run({graph, testing::scheduleOf(graph, "depth"), parameters, Work::Training, Recording::Seconds, {}});
    EXPECT_TRUE(run.hasValue());
    Numbers numbers{run->execution.outputs(), {}, run->gradients->loss(), run->execution.trace().threads};
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        numbers.gradients.push_back(run->gradients->parameter(ParamId(index)));
    }
    return numbers;
}

void expectSameBits(const Numbers& shared, const Numbers& alone) {
    EXPECT_TRUE(shared.outputs == alone.outputs);
    EXPECT_TRUE(shared.gradients == alone.gradients);
    EXPECT_EQ(shared.loss, alone.loss);
}

/// Of numbers around 1.
constexpr double kFloat32Rounding = 1e-4;

void expectSameButForRounding(const Numbers& shared, const Numbers& alone) {
    EXPECT_THAT(shared.outputs, Pointwise(DoubleNear(kFloat32Rounding), alone.outputs));
    ASSERT_EQ(shared.gradients.size(), alone.gradients.size());
    for (std::size_t index = 0; index < alone.gradients.size(); ++index) {
        EXPECT_THAT(shared.gradients[index], Pointwise(DoubleNear(kFloat32Rounding), alone.gradients[index]));
    }
    EXPECT_NEAR(shared.loss, alone.loss, kFloat32Rounding);
}

using Expectation = void (*)(const Numbers& shared, const Numbers& alone);

void expectSharesDoNotShow(const OpGraph& graph, Expectation expectSame) {
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const int threads : {2, 3}) {
        SCOPED_TRACE(threads);
        const Numbers alone = numbersOf(graph, parameters, threads, TeamPolicy::Alone);
        EXPECT_EQ(alone.threads, 1);
        for (int again = 0; again < 3; ++again) {
            const Numbers shared = numbersOf(graph, parameters, threads, TeamPolicy::Always);
            EXPECT_EQ(shared.threads, threads);
            expectSame(shared, alone);
        }
    }
}

/// Who ran which share, and whether the team worked alone at the time, shows in no bit; but for what gemm.h says of
/// float32 without AVX-512.
TEST(EngineThreads, SharesShowInNoBit) {
    const bool hasAvx512 = bestInstructionSet() == InstructionSet::Avx512;
    for (const char* const net : {"tree-lstm", "child-sum-tree-lstm", "bilstm-tagger"}) {
        SCOPED_TRACE(net);
        const Treebank bank = *generateTreebank({.arity = 2, .leaves = 12, .trees = 40, .vocabulary = 60, .seed = 3});
        const auto graphIn = [&](DType dtype) {
            return testing::graphOf(bank, {.model = net, .dim = 100, .dtype = dtype});
        };
        expectSharesDoNotShow(graphIn(DType::Float32), hasAvx512 ? expectSameBits : expectSameButForRounding);
        expectSharesDoNotShow(graphIn(DType::Float64), expectSameBits);
    }
}

/// LibTorch gets no more threads than a team would use now, and afterwards those that were set.
TEST(EngineThreads, PlainBodiesUseAsManyAsTheTeam) {
    const Treebank bank = *generateTreebank({.arity = 2, .leaves = 6, .trees = 5, .vocabulary = 7, .seed = 3});
    const OpGraph graph = testing::graphOf(bank, {.dim = 5});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    for (const TeamPolicy policy : {TeamPolicy::Alone, TeamPolicy::Always}) {
        const testing::ThreadSetting setting(2, policy);
        const Result<ArmRun> run =
            runArm({graph, **findPolicy("depth"), parameters},
                   {.work = Work::Training, .executor = InterpreterOptions()}, Recording::Seconds, {});
        ASSERT_TRUE(run.hasValue());
        EXPECT_EQ(run->execution.trace().threads, policy == TeamPolicy::Alone ? 1 : 2);
        EXPECT_EQ(threadCount(), 2);
    }
}

INSTANTIATE_TEST_SUITE_P(Nets, EngineEveryNet, ::testing::ValuesIn(netNames()), testing::nameOfNet);

} // namespace
} // namespace batchscope
