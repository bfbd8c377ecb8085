// SPDX-License-Identifier: GPL-3.0-or-later
//
// The optimising engine against the plain interpreted bodies, on nets that nobody wrote: whatever the bodies, the
// passes, the threads and the vectors, and whatever the engine ran before, values and gradients stay (float64, tight).
#include "tests/core/exec/random_net.h"

#include "core/base/random.h"
#include "core/exec/engine/engine.h"
#include "core/exec/equality.h"
#include "core/exec/runner.h"
#include "tests/support/forests.h"
#include "tests/support/mixed_graph.h"
#include "tests/support/thread_setting.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {
namespace {

/// The plain bodies' run, and what is needed to do the same on an engine.
class Expected {
public:
    Expected(const OpGraph& graph, const Parameters& parameters, const Policy& policy)
        : m_graph(graph), m_parameters(parameters),
          m_plain(*runArm({graph, policy, parameters}, {.work = Work::Training, .executor = InterpreterOptions()},
                          Recording::Seconds, {})) {}

    [[nodiscard]] FinishedRun runOn(Engine& engine, Work work) const {
        const Recording recording = work == Work::Training ? Recording::Full : Recording::Seconds;
        return *engine.run({m_graph, m_plain.schedule, m_parameters, work, recording, {}});
    }

    void compare(const FinishedRun& run) const {
        const EqualityReport values = *compareRuns(m_graph, m_plain.execution.state(), run.execution.state(), {});
        EXPECT_TRUE(values.equal) << "max abs error " << values.maxAbsError << whereOf(values);
        EXPECT_EQ(values.notFinite, 0U) << "numbers that are compared for nothing";
        if (run.gradients) {
            const GradientReport report = *compareGradients(m_graph, *m_plain.gradients, *run.gradients, {});
            EXPECT_TRUE(report.parameters.equal)
                << "gradient of " << report.firstParameter << ", max abs error " << report.parameters.maxAbsError;
            EXPECT_TRUE(report.values.equal)
                << "gradient of values, max abs error " << report.values.maxAbsError << whereOf(report.values);
            EXPECT_NEAR(report.foldedLoss, report.regularLoss, 1e-9 * std::max(1.0, std::abs(report.regularLoss)));
        }
    }

private:
    [[nodiscard]] std::string whereOf(const EqualityReport& report) const {
        if (!report.firstDivergence) {
            return "";
        }
        const Op& op = m_graph.opOf(report.firstDivergence->node);
        return " at output " + std::to_string(report.firstDivergence->output) + " of " + op.name + ":\n" +
               op.body.text(m_graph.ops.params);
    }

    const OpGraph& m_graph;
    const Parameters& m_parameters;
    ArmRun m_plain;
};

/// One engine does in turn what a session does: another graph, other weights, with gradients and without. What it made
/// before must stay right while it goes on, so all is compared at the end.
class Session {
public:
    Session(OpGraph graph, OpGraph other, const Policy& policy, std::uint64_t seed)
        : m_graph(std::move(graph)), m_other(std::move(other)),
          m_parameters(*Parameters::create(m_graph.ops, seed, {})),
          m_otherParameters(*Parameters::create(m_graph.ops, seed + 1, {})), m_first(m_graph, m_parameters, policy),
          m_second(m_other, m_parameters, policy), m_otherWeights(m_graph, m_otherParameters, policy) {}

    void check(const EngineOptions& options) const {
        struct Step {
            const char* name;
            const Expected& expected;
            Work work;
        };
        const std::array<Step, 5> steps = {{{"training of the other graph", m_second, Work::Training},
                                            {"inference", m_first, Work::Inference},
                                            {"training", m_first, Work::Training},
                                            {"inference of the other graph", m_second, Work::Inference},
                                            {"inference with other weights", m_otherWeights, Work::Inference}}};
        Engine engine(m_graph.ops, options);
        std::vector<FinishedRun> runs;
        for (const Step& step : steps) {
            runs.push_back(step.expected.runOn(engine, step.work));
        }
        for (std::size_t index = 0; index < steps.size(); ++index) {
            SCOPED_TRACE(::testing::Message() << steps[index].name << ", passes " << passSetText(options.passes) << ", "
                                              << instructionSetName(options.instructionSet));
            steps[index].expected.compare(runs[index]);
        }
    }

private:
    OpGraph m_graph;
    OpGraph m_other;
    Parameters m_parameters;
    Parameters m_otherParameters;
    Expected m_first;
    Expected m_second;
    Expected m_otherWeights;
};

PassSet randomPasses(Random& random) {
    PassSet passes;
    for (const PassEntry& entry : passEntries()) {
        passes = random.below(2) == 0 ? passes.with(entry.pass) : passes;
    }
    return passes;
}

/// All, none and two more that depend on the seed; the vectors take turns.
std::vector<EngineOptions> enginesFor(std::uint64_t seed) {
    Random random(seed);
    const PassSet some = randomPasses(random);
    const PassSet others = randomPasses(random);
    const std::size_t sets = static_cast<std::size_t>(bestInstructionSet()) + 1;
    std::vector<EngineOptions> engines;
    for (const PassSet passes : {PassSet::all(), PassSet(), some, others}) {
        engines.push_back(
            {.passes = passes, .instructionSet = static_cast<InstructionSet>((seed + engines.size()) % sets)});
    }
    return engines;
}

constexpr std::uint64_t kNets = 100;

OpGraph smallGraph(const OpSet& ops, std::uint64_t seed) {
    return testing::randomGraph(ops, seed * 77 + 1, 30);
}

/// TorchFold's stacking, which takes numbers that are given as rows one by one.
TEST(RandomNetItself, StackedAsByTorchFoldItIsTheSame) {
    for (std::uint64_t seed = 0; seed < kNets && !HasFailure(); ++seed) {
        SCOPED_TRACE(::testing::Message() << "net " << seed);
        const OpSet ops = testing::randomOps(seed);
        const OpGraph graph = smallGraph(ops, seed);
        const Parameters parameters = *Parameters::create(ops, seed, {});
        const Policy& policy = **findPolicy("depth");
        const ArmRun gathered =
            *runArm({graph, policy, parameters}, {.work = Work::Training, .executor = InterpreterOptions()},
                    Recording::Seconds, {});
        const ArmRun stacked = *runArm({graph, policy, parameters},
                                       {.work = Work::Training, .executor = InterpreterOptions{Stacking::ChunkCat}},
                                       Recording::Seconds, {});
        EXPECT_TRUE(compareRuns(graph, gathered.execution.state(), stacked.execution.state(), {})->equal);
        EXPECT_TRUE(compareGradients(graph, *gathered.gradients, *stacked.gradients, {})->parameters.equal);
    }
}

class RandomNet : public ::testing::TestWithParam<int> {};

TEST_P(RandomNet, EqualsTheInterpreterWhateverTheEngineRanBefore) {
    const testing::ThreadSetting threads(GetParam());
    constexpr std::array<const char*, 4> kPolicies = {"depth", "agenda", "alap", "regular"};
    for (std::uint64_t seed = 0; seed < kNets && !HasFailure(); ++seed) {
        const char* const policy = kPolicies[seed % kPolicies.size()];
        SCOPED_TRACE(::testing::Message() << "net " << seed << ", " << policy);
        const OpSet ops = testing::randomOps(seed);
        const Session session(smallGraph(ops, seed), testing::randomGraph(ops, seed * 131 + 5, 40),
                              **findPolicy(policy), seed);
        for (const EngineOptions& options : enginesFor(seed)) {
            session.check(options);
        }
    }
}

TEST(RandomNetItself, HoldsEveryPrimitive) {
    std::set<Primitive> seen;
    for (std::uint64_t seed = 0; seed < kNets; ++seed) {
        for (const Op& op : testing::randomOps(seed).ops) {
            for (const BodyValue& value : op.body.values) {
                seen.insert(value.primitive);
            }
        }
    }
    for (std::size_t primitive = 0; primitive <= static_cast<std::size_t>(Primitive::Spread); ++primitive) {
        EXPECT_TRUE(seen.contains(static_cast<Primitive>(primitive)))
            << primitiveName(static_cast<Primitive>(primitive));
    }
}

// ---- bodies that were, or would be, hard on the engine

constexpr std::int32_t kWidth = 3;
constexpr OpId kEmbed(std::size_t{0});
constexpr OpId kUnderTest(std::size_t{1});

struct TwoRows {
    BodyBuilder& body;
    BodyId x; ///< both of kWidth
    BodyId y;
    ParamId weight; ///< to kWidth from twice as many
};

/// A lookup, and an op of two rows whose body is written by `write`.
OpSet opsWith(const std::function<void(const TwoRows&)>& write) {
    OpSet set{.name = "by hand", .dtype = DType::Float64, .params = {}, .ops = {}};
    const ParamId table = set.params.push_back({"E", 5, kWidth});
    const ParamId weight = set.params.push_back({"W", kWidth, 2 * kWidth});
    BodyBuilder embed(set.params);
    embed.output(embed.lookup(table, 0));
    set.ops.push_back({"embed", {{ArgumentClass::Integer, 0, set.dtype}}, embed.take()});
    BodyBuilder body(set.params);
    const BodyId x = body.argument(0, kWidth);
    const BodyId y = body.argument(1, kWidth);
    write({body, x, y, weight});
    const ArgumentType row{ArgumentClass::Row, kWidth, set.dtype};
    set.ops.push_back({"under test", {row, row}, body.take()});
    return set;
}

/// Every pair of so many words and of rows given as numbers; all outputs are requested.
OpGraph pairsOf(const OpSet& ops, std::uint32_t words) {
    Fold fold(ops, {});
    std::vector<Argument> leaves = {fold.constant(std::array{0.5, -0.25, 1.0}),
                                    fold.constant(std::array{-0.75, 0.125, 0.5})};
    for (std::uint32_t word = 0; word < words; ++word) {
        leaves.emplace_back(fold.add(kEmbed, {Argument::integer(word)}));
    }
    for (const Argument& left : leaves) {
        for (const Argument& right : leaves) {
            const Value node = fold.add(kUnderTest, {left, right});
            for (std::uint32_t output = 0; output < ops.ops[kUnderTest].outputs(); ++output) {
                fold.request(fold.output(node, output), 0); // a loss needs a target
            }
        }
    }
    fold.setTreeCount(1);
    return testing::finished(fold);
}

void expectEqualsTheInterpreter(const std::function<void(const TwoRows&)>& write) {
    const OpSet ops = opsWith(write);
    const Session session(pairsOf(ops, 3), pairsOf(ops, 5), **findPolicy("depth"), 1);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
        for (const EngineOptions& options : enginesFor(seed)) {
            session.check(options);
        }
    }
}

TEST(HardBody, ConcatenationBesideWhatReadsItWhole) {
    expectEqualsTheInterpreter([](const TwoRows& in) {
        const BodyId both = in.body.concat(in.x, in.y);
        in.body.output(both);
        in.body.output(in.body.tanh(both));
    });
}

TEST(HardBody, ConcatenationThatIsMultipliedAndRead) {
    expectEqualsTheInterpreter([](const TwoRows& in) {
        const BodyId squashed = in.body.tanh(in.x);
        const BodyId product = in.body.multiply(in.x, in.y);
        const BodyId both = in.body.concat(squashed, product);
        in.body.output(in.body.relu(both));
        in.body.output(in.body.linear(both, in.weight));
    });
}

TEST(HardBody, ManyPathsToOneValue) {
    expectEqualsTheInterpreter([](const TwoRows& in) {
        BodyId power = in.x;
        for (int squaring = 0; squaring < 40; ++squaring) { // 2^40 paths to x
            power = in.body.multiply(power, power);
        }
        in.body.output(power);
        in.body.output(in.y);
    });
}

TEST(HardBody, ConcatenationsAndSlicesOfEachOther) {
    expectEqualsTheInterpreter([](const TwoRows& in) {
        const BodyId inner = in.body.concat(in.x, in.y);  // xxx yyy
        const BodyId across = in.body.slice(inner, 1, 4); // xx yy
        const BodyId squashed = in.body.sigmoid(across);
        const BodyId left = in.body.slice(squashed, 2, 2);    // yy
        const BodyId nested = in.body.concat(left, across);   // yy xx yy
        const BodyId mixed = in.body.multiply(nested, inner); // seams at 2, 3 and 4
        in.body.output(in.body.slice(mixed, 1, 4));
        in.body.output(in.body.linear(mixed, in.weight));
        in.body.output(nested);
    });
}

INSTANTIATE_TEST_SUITE_P(Threads, RandomNet, ::testing::Values(1, 2));

} // namespace
} // namespace batchscope
