// SPDX-License-Identifier: GPL-3.0-or-later
//
// The chain rule against what it means: the loss, run again with one weight moved a little to either side.
#include "core/exec/runner.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include "core/base/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace batchscope {
namespace {

const RunOptions kTraining{.work = Work::Training};

double lossOf(const OpGraph& graph, const Parameters& parameters) {
    return runArm({graph, **findPolicy("agenda"), parameters}, kTraining, Recording::Seconds, {})->gradients->loss();
}

/// (loss(w + step) - loss(w - step)) / 2 step; its error is of the order of step².
double slope(const OpGraph& graph, Parameters& parameters, ParamId param, std::size_t index) {
    constexpr double kStep = 1e-5;
    const double before = parameters.numbers(param)[index];
    parameters.set(param, index, before + kStep);
    const double above = lossOf(graph, parameters);
    parameters.set(param, index, before - kStep);
    const double below = lossOf(graph, parameters);
    parameters.set(param, index, before);
    return (above - below) / (2 * kStep);
}

/// Some entries of every parameter, those with a gradient first, against their slope.
void checkSlopes(const OpGraph& graph) {
    constexpr std::size_t kEntries = 3;
    Parameters parameters = *Parameters::create(graph.ops, 5, {});
    Random random(3);
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) { // biases begin at 0: move them away
        for (std::size_t entry = 0; entry < parameters.numbers(ParamId(index)).size(); ++entry) {
            parameters.set(ParamId(index), entry, random.uniform() - 0.5);
        }
    }
    const ArmRun run = *runArm({graph, **findPolicy("depth"), parameters}, kTraining, Recording::Seconds, {});
    std::size_t moved = 0;
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        const ParamId param(index);
        const std::vector<double> gradient = run.gradients->parameter(param);
        std::size_t checked = 0;
        for (std::size_t tried = 0; tried < 40 && checked < kEntries; ++tried) {
            const std::size_t entry = random.below(gradient.size());
            if (gradient[entry] == 0.0 && tried < 30) {
                continue; // rows of words that do not occur
            }
            const double expected = slope(graph, parameters, param, entry);
            EXPECT_NEAR(gradient[entry], expected, 1e-7 + 1e-5 * std::abs(expected))
                << graph.ops.params[param].name << " entry " << entry;
            ++checked;
            moved += gradient[entry] != 0.0 ? 1 : 0;
        }
    }
    EXPECT_GT(moved, 0U);
}

class Slopes : public ::testing::TestWithParam<const char*> {};

TEST_P(Slopes, GradientsAreTheSlopesOfTheLoss) {
    const Net& net = **findNet(GetParam());
    const bool takesAnyArity = std::string_view(net.input).find("binary") == std::string_view::npos;
    const Treebank bank =
        *generateTreebank({.arity = takesAnyArity ? 3U : 2U, .leaves = 4, .trees = 2, .vocabulary = 3, .seed = 2});
    for (const Variadic variadic : {Variadic::Buckets, Variadic::SegmentSum}) {
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            checkSlopes(testing::graphOf(bank, {.model = net.name,
                                                .dim = 3,
                                                .dtype = DType::Float64,
                                                .outputs = Outputs::All,
                                                .granularity = granularity,
                                                .variadic = variadic}));
        }
    }
}

std::vector<const char*> wordNets() {
    std::vector<const char*> names;
    for (const Net& net : nets()) {
        if (net.leaves == Leaves::Words) {
            names.push_back(net.name);
        }
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(EveryNet, Slopes, ::testing::ValuesIn(wordNets()), testing::nameOfNet);

TEST(Gradients, LossIsTheMeanCrossEntropyOfTheTargets) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = testing::graphOf(bank, {.dim = 3, .dtype = DType::Float64, .outputs = Outputs::All});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const RunOptions plain{.work = Work::Training, .executor = InterpreterOptions()};
    const ArmRun run = *runArm({graph, **findPolicy("depth"), parameters}, plain, Recording::Full, {});
    double expected = 0.0;
    for (std::size_t index = 0; index < graph.outputs.size(); ++index) {
        const std::vector<double> logits = run.execution.state().row(graph.outputs[index]);
        double sum = 0.0;
        for (const double logit : logits) {
            sum += std::exp(logit);
        }
        expected -= std::log(std::exp(logits[static_cast<std::size_t>(graph.targets[index])]) / sum);
    }
    EXPECT_NEAR(run.gradients->loss(), expected / static_cast<double>(graph.outputs.size()), 1e-12);
    EXPECT_THAT(graph.targets, ::testing::ElementsAre(2, 2, 2, 2, 3, 2, 0, 1)); // the labels, in post-order
    EXPECT_EQ(run.execution.trace().backward.size(), 3 * run.schedule.batchCount());
    EXPECT_EQ(run.execution.trace().backward.front().batch.index(), run.schedule.batchCount() - 1);
}

TEST(Gradients, AParameterThatDiffersIsNamed) {
    const Treebank bank = testing::bankOf(testing::kTwoTrees);
    const OpGraph graph = testing::graphOf(bank, {.dim = 3, .dtype = DType::Float64});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun before = *runArm({graph, **findPolicy("depth"), parameters}, kTraining, Recording::Seconds, {});
    parameters.set(ParamId(std::size_t{5}), 0, 0.75); // W: the logits move, and with them all gradients
    const ArmRun after = *runArm({graph, **findPolicy("agenda"), parameters}, kTraining, Recording::Seconds, {});
    const GradientReport report = *compareGradients(graph, *before.gradients, *after.gradients, {});
    EXPECT_FALSE(report.equal());
    EXPECT_EQ(report.firstParameter, graph.ops.params[ParamId(std::size_t{0})].name);
    ASSERT_TRUE(report.values.firstDivergence.has_value());
    EXPECT_EQ(graph.opOf(report.values.firstDivergence->node).name, "logits"); // the pass begins there
}

} // namespace
} // namespace batchscope
