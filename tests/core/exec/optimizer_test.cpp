// SPDX-License-Identifier: GPL-3.0-or-later
//
// SGD and Adam against steps by hand and against their formulas; rows of tables.
#include "core/exec/engine/packed_weights.h"
#include "core/exec/optimizer.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"
#include "tests/support/thread_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {
namespace {

/// Gradients as a test gives them: whole, single rows, or both.
template <typename T>
struct GivenGradients final : Gradients::State {
    struct Given {
        std::vector<T> whole;
        std::vector<std::pair<std::uint32_t, std::vector<T>>> rows;
    };
    IdVector<ParamId, Given> parameters;

    void read(Value /*value*/, std::vector<double>& row) const override { row.clear(); }
    [[nodiscard]] std::size_t bytes() const override { return 0; }
    void readParameter(ParamId /*id*/, std::vector<double>& numbers) const override { numbers.clear(); }
    void locate(ParamId id, ParameterGradient<float>& gradient) const override { locateIn(id, gradient); }
    void locate(ParamId id, ParameterGradient<double>& gradient) const override { locateIn(id, gradient); }

private:
    template <typename U>
    void locateIn(ParamId id, ParameterGradient<U>& gradient) const {
        if constexpr (std::is_same_v<T, U>) {
            gradient.whole = parameters[id].whole.empty() ? nullptr : parameters[id].whole.data();
            gradient.rows.clear();
            for (const auto& [row, numbers] : parameters[id].rows) {
                gradient.rows.push_back({row, numbers.data()});
            }
        } else {
            FAIL() << "the wrong type";
        }
    }
};

/// One parameter of `rows` rows of two numbers: 1, 2, 3, …
OpSet opsOf(std::int32_t rows, DType dtype) {
    OpSet ops;
    ops.name = "given";
    ops.dtype = dtype;
    ops.params.push_back({.name = "E", .rows = rows, .columns = 2});
    return ops;
}

constexpr ParamId kOnly{std::size_t{0}};

Parameters countedUp(const OpSet& ops) {
    Parameters parameters = *Parameters::create(ops, 1, {});
    for (std::size_t index = 0; index < ops.parameterCount(); ++index) {
        parameters.set(kOnly, index, static_cast<double>(index + 1));
    }
    return parameters;
}

template <typename T>
void stepWith(Optimizer& optimizer, Parameters& parameters, typename GivenGradients<T>::Given given) {
    auto state = std::make_unique<GivenGradients<T>>();
    state->parameters.push_back(std::move(given));
    optimizer.step(Gradients(std::move(state), 0.0), parameters);
}

TEST(Optimizer, SgdByHand) {
    const OpSet ops = opsOf(2, DType::Float32);
    Parameters parameters = countedUp(ops);
    Optimizer optimizer = *Optimizer::create(ops, {.learningRate = 0.5});
    stepWith<float>(optimizer, parameters, {{1, -1, 2, 0}, {}});
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(0.5, 2.5, 2, 4));
    stepWith<float>(optimizer, parameters, {{1, -1, 2, 0}, {}});
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(0, 3, 1, 4));
    EXPECT_EQ(optimizer.bytes(), 0U) << "nothing to remember";
    EXPECT_EQ(optimizer.steps(), 2U);
}

TEST(Optimizer, BytesAreThoseOfAllParameters) {
    const auto bytesFor = [](std::size_t parameters) {
        OpSet ops = opsOf(2, DType::Float32);
        while (ops.params.size() < parameters) {
            ops.params.push_back(ops.params[kOnly]);
        }
        return Optimizer::create(ops, {.kind = OptimizerKind::Adam})->bytes();
    };
    EXPECT_GT(bytesFor(1), 0U);
    EXPECT_EQ(bytesFor(3), 3 * bytesFor(1));
}

TEST(Optimizer, MomentumByHand) {
    const OpSet ops = opsOf(1, DType::Float64);
    Parameters parameters = countedUp(ops);
    Optimizer optimizer = *Optimizer::create(ops, {.learningRate = 0.5, .momentum = 0.5});
    stepWith<double>(optimizer, parameters, {{1, -2}, {}}); // velocity 1, -2
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(0.5, 3));
    stepWith<double>(optimizer, parameters, {{1, 0}, {}}); // velocity 1.5, -1
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(-0.25, 3.5));
}

TEST(Optimizer, AdagradByHand) {
    const OpSet ops = opsOf(1, DType::Float64);
    Parameters parameters = countedUp(ops);
    Optimizer optimizer =
        *Optimizer::create(ops, {.kind = OptimizerKind::Adagrad, .learningRate = 0.5, .epsilon = 0.0});
    stepWith<double>(optimizer, parameters, {{3, -4}, {}}); // squares 9, 16: a step is half of the sign
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(0.5, 2.5));
    stepWith<double>(optimizer, parameters, {{4, 3}, {}}); // squares 25, 25
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::Pointwise(::testing::DoubleNear(1e-15), {0.5 - 0.4, 2.5 - 0.3}));
}

TEST(Optimizer, DecayIsOfWeightsAndClippingOfAllTogether) {
    const OpSet ops = opsOf(2, DType::Float64);
    Parameters parameters = countedUp(ops);
    Optimizer decays = *Optimizer::create(ops, {.learningRate = 1.0, .decay = 0.5});
    stepWith<double>(decays, parameters, {{1, 0, 0, -2}, {}});
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(-0.5, 1, 1.5, 4));
    stepWith<double>(decays, parameters, {{}, {{1, {1, 1}}}}); // a row that is looked up does not decay
    EXPECT_THAT(parameters.numbers(kOnly), ::testing::ElementsAre(-0.5, 1, 0.5, 3));

    Parameters clipped = countedUp(ops);
    Optimizer clips = *Optimizer::create(ops, {.learningRate = 1.0, .clip = 1.0});
    stepWith<double>(clips, clipped, {{3, 0, 0, 4}, {}}); // the norm is 5
    EXPECT_THAT(clipped.numbers(kOnly),
                ::testing::Pointwise(::testing::DoubleNear(1e-15), {1 - 0.6, 2.0, 3.0, 4 - 0.8}));
    stepWith<double>(clips, clipped, {{0, 0.25, 0, 0}, {}}); // short enough
    EXPECT_DOUBLE_EQ(clipped.numbers(kOnly)[1], 1.75);
}

TEST(Optimizer, GoesOnFromItsState) {
    const OpSet ops = opsOf(2, DType::Float32);
    for (const OptimizerOptions& options :
         {OptimizerOptions{.momentum = 0.5}, OptimizerOptions{.kind = OptimizerKind::Adam},
          OptimizerOptions{.kind = OptimizerKind::Adagrad}}) {
        Parameters through = countedUp(ops);
        Optimizer whole = *Optimizer::create(ops, options);
        stepWith<float>(whole, through, {{1, -1, 2, 0}, {}});
        Parameters later = *through.copy();
        Optimizer second = *Optimizer::create(ops, options);
        ASSERT_TRUE(second.restore(whole.state()));
        stepWith<float>(whole, through, {{0.5F, 3, -1, 1}, {}});
        stepWith<float>(second, later, {{0.5F, 3, -1, 1}, {}});
        EXPECT_EQ(through.numbers(kOnly), later.numbers(kOnly));
        EXPECT_FALSE(Optimizer::create(opsOf(3, DType::Float32), options)->restore(whole.state()));
    }
}

/// Algorithm 1 of the paper, line by line.
class AdamOracle {
public:
    explicit AdamOracle(OptimizerOptions options) : m_options(options) {}
    double step(double weight, double gradient) {
        ++m_time;
        m_first = m_options.beta1 * m_first + (1 - m_options.beta1) * gradient;
        m_second = m_options.beta2 * m_second + (1 - m_options.beta2) * gradient * gradient;
        const double first = m_first / (1 - std::pow(m_options.beta1, m_time));
        const double second = m_second / (1 - std::pow(m_options.beta2, m_time));
        return weight - m_options.learningRate * first / (std::sqrt(second) + m_options.epsilon);
    }
    /// The row was not looked up.
    void skip() { ++m_time; }

private:
    OptimizerOptions m_options;
    double m_time = 0.0, m_first = 0.0, m_second = 0.0;
};

TEST(Optimizer, AdamIsTheFormulaOfThePaper) {
    const OptimizerOptions options{
        .kind = OptimizerKind::Adam, .learningRate = 0.1, .beta1 = 0.8, .beta2 = 0.95, .epsilon = 1e-3};
    for (const DType dtype : {DType::Float32, DType::Float64}) {
        const OpSet ops = opsOf(1, dtype);
        Parameters parameters = countedUp(ops);
        Optimizer optimizer = *Optimizer::create(ops, options);
        AdamOracle left(options);
        AdamOracle right(options);
        double first = 1.0;
        double second = 2.0;
        for (int step = 0; step < 10; ++step) {
            const double slope = 0.25 * step - 1.0;
            if (dtype == DType::Float32) {
                stepWith<float>(optimizer, parameters, {{static_cast<float>(slope), 0.5F}, {}});
            } else {
                stepWith<double>(optimizer, parameters, {{slope, 0.5}, {}});
            }
            first = left.step(first, slope);
            second = right.step(second, 0.5);
            const double tolerance = dtype == DType::Float32 ? 1e-5 : 1e-13;
            EXPECT_NEAR(parameters.numbers(kOnly)[0], first, tolerance) << "step " << step;
            EXPECT_NEAR(parameters.numbers(kOnly)[1], second, tolerance) << "step " << step;
        }
    }
    AdamOracle alone({.kind = OptimizerKind::Adam, .learningRate = 0.1, .epsilon = 0.0});
    EXPECT_NEAR(alone.step(1.0, -7.0), 1.1, 1e-15) << "the first step is the learning rate, whatever the gradient";
}

TEST(Optimizer, RowsThatWereNotLookedUpKeepWeightsAndMoments) {
    const OptimizerOptions options{.kind = OptimizerKind::Adam, .learningRate = 0.1};
    const OpSet ops = opsOf(3, DType::Float64);
    Parameters parameters = countedUp(ops);
    Optimizer optimizer = *Optimizer::create(ops, options);
    AdamOracle row(options);
    double expected = 3.0;
    stepWith<double>(optimizer, parameters, {{}, {{1, {0.5, 0.25}}}});
    expected = row.step(expected, 0.5);
    EXPECT_NEAR(parameters.numbers(kOnly)[2], expected, 1e-14);
    const std::vector<double> before = parameters.numbers(kOnly);
    stepWith<double>(optimizer, parameters, {{}, {{2, {1, 1}}}});
    row.skip();
    EXPECT_EQ(parameters.numbers(kOnly)[2], before[2]) << "no drift by old moments";
    EXPECT_THAT(std::vector(before.begin(), before.begin() + 2), ::testing::ElementsAre(1, 2));
    stepWith<double>(optimizer, parameters, {{}, {{1, {0.5, 0.25}}}});
    expected = row.step(expected, 0.5);
    EXPECT_NEAR(parameters.numbers(kOnly)[2], expected, 1e-14);
}

TEST(Optimizer, AWeightThatIsATableTooGetsTheSum) {
    const OpSet ops = opsOf(2, DType::Float64);
    Parameters both = countedUp(ops);
    Parameters whole = countedUp(ops);
    Optimizer ofBoth = *Optimizer::create(ops, {.kind = OptimizerKind::Adam});
    Optimizer ofWhole = *Optimizer::create(ops, {.kind = OptimizerKind::Adam});
    stepWith<double>(ofBoth, both, {{1, 1, 1, 1}, {{1, {2, -3}}, {1, {0.5, 0}}}});
    stepWith<double>(ofWhole, whole, {{1, 1, 3.5, -2}, {}});
    EXPECT_EQ(both.numbers(kOnly), whole.numbers(kOnly));
}

/// Toy trees with labels, some words twice, some never.
Treebank toyBank() {
    return *generateTreebank({.arity = 2, .leaves = 6, .trees = 6, .vocabulary = 12, .seed = 4});
}

TEST(Optimizer, ThreadsShareTheNumbers) {
    constexpr std::int32_t kRows = 50001; // enough for a team; an odd number of stretches
    const OpSet ops = opsOf(kRows, DType::Float32);
    std::vector<std::vector<double>> results;
    for (const int count : {1, 2, 3}) {
        const testing::ThreadSetting threads(count);
        Parameters parameters = *Parameters::create(ops, 1, {});
        Optimizer optimizer = *Optimizer::create(ops, {.kind = OptimizerKind::Adam});
        GivenGradients<float>::Given rows;
        for (std::uint32_t row = 0; row < kRows; ++row) {
            rows.rows.push_back({row, {static_cast<float>(row), 1.0F}});
        }
        stepWith<float>(optimizer, parameters, {std::vector<float>(2 * kRows, 0.5F), {}});
        stepWith<float>(optimizer, parameters, rows);
        results.push_back(parameters.numbers(kOnly));
    }
    EXPECT_TRUE(results[0] == results[1]);
    EXPECT_TRUE(results[0] == results[2]);
}

TEST(PackedWeights, HoldEveryWeightWhereItBelongsWhateverTheThreads) {
    const OpGraph graph = testing::graphOf(toyBank(), {.model = "tree-lstm", .dim = 130});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const NetCode code = compileNet(graph.ops, PassSet::all());
    for (const int count : {1, 2, 3}) {
        const testing::ThreadSetting threads(count);
        PackedWeights<float> packed;
        packed.pack(code, parameters);
        packed.packBackward(code);
        for (std::size_t index = 0; index < code.groups.size(); ++index) {
            const auto& [forward, backward] = packed[GroupId(index)];
            const ProductGroup& group = code.groups[GroupId(index)];
            for (const GroupWeight& weight : group.weights) {
                const float* const numbers = packed.parameter(weight.weight) + weight.inputColumn;
                const std::int64_t columns = graph.ops.params[weight.weight].columns;
                std::size_t wrong = 0;
                for (std::int64_t row = 0; row < weight.width; ++row) {
                    for (std::int64_t column = 0; column < group.inner; ++column) {
                        const float expected = numbers[row * columns + column];
                        const std::int64_t place = weight.column + row;
                        wrong += forward.data[column * forward.leading + place] == expected ? 0 : 1;
                        wrong += backward.data[place * backward.leading + column] == expected ? 0 : 1;
                    }
                }
                EXPECT_EQ(wrong, 0U) << graph.ops.params[weight.weight].name << ", " << count << " threads";
            }
        }
    }
}

TEST(Optimizer, OptionsOutOfRangeAreRefused) {
    const OpSet ops = opsOf(2, DType::Float64);
    const double nan = std::nan("");
    for (const OptimizerOptions& options :
         {OptimizerOptions{.learningRate = 0.0}, OptimizerOptions{.learningRate = nan},
          OptimizerOptions{.momentum = 1.0}, OptimizerOptions{.beta1 = -0.1}, OptimizerOptions{.beta2 = 1.0},
          OptimizerOptions{.epsilon = -1.0}}) {
        const Result<Optimizer> optimizer = Optimizer::create(ops, options);
        ASSERT_FALSE(optimizer.hasValue());
        EXPECT_EQ(optimizer.error().code, ErrorCode::Config);
    }
    EXPECT_EQ(*parseEnum<OptimizerKind>("adam"), OptimizerKind::Adam);
    EXPECT_EQ(parseEnum<OptimizerKind>("lion").error().message,
              "unknown optimizer 'lion'; expected sgd, adam or adagrad");
}

const GraphOptions kWide{.model = "tree-lstm", .dim = 6, .dtype = DType::Float64, .outputs = Outputs::All};

/// Passes of an engine, or the interpreter.
RunOptions onEngine(PassSet passes) {
    return {.work = Work::Training, .executor = EngineOptions{.passes = passes}};
}
const RunOptions kInterpreted{.work = Work::Training, .executor = InterpreterOptions()};

ArmRun trained(const OpGraph& graph, const Parameters& parameters, const RunOptions& options) {
    return *runArm({graph, **findPolicy("depth"), parameters}, options, Recording::Seconds, {});
}

/// The sum of what locate() tells, beside parameter().
void expectLocatedIsRead(const OpGraph& graph, const Gradients& gradients) {
    for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
        const ParamId id(index);
        const auto width = static_cast<std::size_t>(graph.ops.params[id].columns);
        const std::vector<double> expected = gradients.parameter(id);
        ParameterGradient<double> located;
        gradients.state().locate(id, located);
        std::vector<double> found(expected.size(), 0.0);
        if (located.whole != nullptr) {
            std::copy_n(located.whole, found.size(), found.begin());
        }
        for (const auto& row : located.rows) {
            for (std::size_t column = 0; column < width; ++column) {
                found[row.index * width + column] += row.numbers[column];
            }
        }
        EXPECT_THAT(found, ::testing::Pointwise(::testing::DoubleEq(), expected)) << graph.ops.params[id].name;
    }
}

TEST(Optimizer, GradientsAreWhereTheySayTheyAre) {
    for (const Net& net : nets()) {
        if (net.leaves == Leaves::Vectors) {
            continue;
        }
        SCOPED_TRACE(net.name);
        GraphOptions options = kWide;
        options.model = net.name;
        const OpGraph graph = testing::graphOf(toyBank(), options);
        const Parameters parameters = *Parameters::create(graph.ops, 1, {});
        for (const RunOptions& run : {onEngine(PassSet::all()), onEngine(PassSet()), kInterpreted}) {
            expectLocatedIsRead(graph, *trained(graph, parameters, run).gradients);
        }
    }
}

TEST(Optimizer, SparseSgdIsDenseSgd) {
    const OpGraph graph = testing::graphOf(toyBank(), kWide);
    for (const RunOptions& run : {onEngine(PassSet::all()), onEngine(PassSet()), kInterpreted}) {
        Parameters parameters = *Parameters::create(graph.ops, 1, {});
        const Parameters before = *Parameters::create(graph.ops, 1, {});
        const ArmRun arm = trained(graph, parameters, run);
        Optimizer optimizer = *Optimizer::create(graph.ops, {.learningRate = 0.25});
        optimizer.step(*arm.gradients, parameters);
        for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
            std::vector<double> expected = before.numbers(ParamId(index));
            const std::vector<double> gradient = arm.gradients->parameter(ParamId(index));
            for (std::size_t entry = 0; entry < expected.size(); ++entry) {
                expected[entry] -= 0.25 * gradient[entry];
            }
            EXPECT_THAT(parameters.numbers(ParamId(index)),
                        ::testing::Pointwise(::testing::DoubleNear(1e-15), expected));
        }
    }
}

TEST(Optimizer, TheStepIsSeenByTheNextRunOfAnEngine) {
    const OpGraph graph = testing::graphOf(toyBank(), kWide);
    const Schedule schedule = testing::scheduleOf(graph, "depth");
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    Optimizer optimizer = *Optimizer::create(graph.ops, {.kind = OptimizerKind::Adam, .learningRate = 0.1});
    const std::unique_ptr<Executor> used = makeExecutor(graph.ops, EngineOptions());
    for (int step = 0; step < 3; ++step) {
        const std::uint64_t version = parameters.version();
        const FinishedRun run = *used->run({graph, schedule, parameters, Work::Training, Recording::Seconds, {}});
        optimizer.step(*run.gradients, parameters);
        EXPECT_NE(parameters.version(), version);
        const std::unique_ptr<Executor> fresh = makeExecutor(graph.ops, EngineOptions());
        const FinishedRun again = *used->run({graph, schedule, parameters, Work::Training, Recording::Seconds, {}});
        const FinishedRun expected = *fresh->run({graph, schedule, parameters, Work::Training, Recording::Seconds, {}});
        EXPECT_EQ(again.execution.outputs(), expected.execution.outputs());
        EXPECT_NE(again.execution.outputs(), run.execution.outputs());
        for (std::size_t index = 0; index < graph.ops.params.size(); ++index) {
            EXPECT_EQ(again.gradients->parameter(ParamId(index)), expected.gradients->parameter(ParamId(index)));
        }
    }
}

} // namespace
} // namespace batchscope
