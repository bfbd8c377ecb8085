// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backbone: whatever the trees, the net, the policy, the granularity and the options, a schedule is valid, needs at
// least as many batches as the bound says, says the same text again, and the folded values and gradients equal the
// regular ones (float64, tight): of the plain bodies, and of the engine with all passes and with sets that differ from
// case to case, so that each pass is seen on alone, off alone, and with others.
#include "core/exec/runner.h"
#include "core/schedule/metrics.h"
#include "core/schedule/validate.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

namespace batchscope {
namespace {

/// A number below `bound` that depends on the seed and on what it is for.
std::size_t pick(std::uint64_t seed, std::uint64_t salt, std::size_t bound) {
    return (seed * 7919 + salt * 104729) % bound;
}

/// Random, chains, balanced or one shape; binary or n-ary; single leaves, too; few words, so that many leaves are
/// equal.
Treebank forest(std::uint64_t seed, std::size_t fewestLeaves) {
    return *generateTreebank({.shape = static_cast<TreeShape>(pick(seed, 1, 4)),
                              .arity = 2 + pick(seed, 2, 3),
                              .leaves = fewestLeaves + pick(seed, 3, 9),
                              .trees = 1 + pick(seed, 4, 5),
                              .vocabulary = 1 + pick(seed, 5, 12),
                              .seed = seed});
}

/// The same with vectors at its leaves, one leaf a tree.
Treebank vectorsFor(std::uint64_t seed) {
    Treebank bank = *generateTreebank({.leaves = 1, .trees = 1 + pick(seed, 6, 6), .vocabulary = 1, .seed = seed});
    constexpr std::int32_t kWidth = 784;
    bank.vectors.width = kWidth;
    for (std::size_t row = 0; row < bank.trees.size(); ++row) {
        for (std::int32_t column = 0; column < kWidth; ++column) {
            bank.vectors.numbers.push_back(static_cast<float>((row * 31 + static_cast<std::size_t>(column)) % 7) / 7);
        }
    }
    return bank;
}

/// Everything that is chosen, turned round with the seed so that all combinations come up.
GraphOptions optionsFor(std::uint64_t seed, const Net& net, Granularity granularity) {
    const bool takesAnyArity = std::string_view(net.input).find("binary") == std::string_view::npos;
    const auto binarization = static_cast<Binarization>(takesAnyArity ? pick(seed, 7, 4) : 1 + pick(seed, 7, 3));
    return {.model = net.name,
            .dim = 4,
            .dtype = DType::Float64,
            .outputs = static_cast<Outputs>(pick(seed, 8, 2)),
            .merge = static_cast<Merge>(pick(seed, 9, 3)),
            .binarization = binarization,
            .granularity = granularity,
            .prune = static_cast<Prune>(pick(seed, 10, 2)),
            .order = static_cast<TreeOrder>(pick(seed, 11, 2)),
            .variadic = static_cast<Variadic>(pick(seed, 12, 2))};
}

class Case {
public:
    Case(const Treebank& bank, const GraphOptions& options, RowOrder rowOrder)
        : m_graph(testing::graphOf(bank, options)), m_parameters(*Parameters::create(m_graph.ops, 1, {})),
          m_bound(lowerBound(m_graph).batches), m_options{.work = Work::Training,
                                                          .rowOrder = rowOrder,
                                                          .executor = InterpreterOptions()},
          m_regular(*runArm({m_graph, **findPolicy("regular"), m_parameters}, m_options, Recording::Seconds, {})) {}

    /// `bits` choose a set of passes beside all and none.
    void check(const Policy& asked, std::size_t bits) const {
        // Once: training a policy anew for each run would take most of the time of this test.
        const std::unique_ptr<Policy> prepared = *asked.prepared(m_graph, {});
        const Policy& policy = prepared != nullptr ? *prepared : asked;
        const Result<ArmRun> run = runArm({m_graph, policy, m_parameters}, m_options, Recording::Seconds, {});
        ASSERT_TRUE(run.hasValue()) << run.error().message;
        const Status status = validate(m_graph, run->schedule);
        ASSERT_TRUE(status.hasValue()) << status.error().message;
        EXPECT_GE(run->schedule.batchCount(), m_bound);
        EXPECT_EQ(scheduleText(m_graph, run->schedule),
                  scheduleText(m_graph, testing::scheduleOf(m_graph, policy.name())));
        compare(*run);
        PassSet some;
        for (const PassEntry& entry : passEntries()) {
            some = (bits >> static_cast<unsigned>(entry.pass) & 1U) != 0 ? some.with(entry.pass) : some;
        }
        for (const PassSet passes : {PassSet::all(), some}) {
            SCOPED_TRACE("passes " + passSetText(passes));
            RunOptions options = m_options;
            options.executor = EngineOptions{.passes = passes};
            const Result<ArmRun> fast = runArm({m_graph, policy, m_parameters}, options, Recording::Seconds, {});
            ASSERT_TRUE(fast.hasValue()) << fast.error().message;
            compare(*fast);
        }
    }

    [[nodiscard]] std::vector<const Policy*> policies() const { return *parsePolicies("all", m_graph); }

private:
    void compare(const ArmRun& run) const {
        const EqualityReport values = *compareRuns(m_graph, m_regular.execution.state(), run.execution.state(), {});
        EXPECT_TRUE(values.equal) << "max abs error " << values.maxAbsError;
        EXPECT_EQ(values.argmaxFlips, 0U);
        EXPECT_GT(values.values, 0U);
        const GradientReport gradients = *compareGradients(m_graph, *m_regular.gradients, *run.gradients, {});
        EXPECT_TRUE(gradients.equal()) << gradients.firstParameter << ", max abs error "
                                       << gradients.parameters.maxAbsError << ", of values "
                                       << gradients.values.maxAbsError;
        EXPECT_NEAR(gradients.foldedLoss, gradients.regularLoss, 1e-10);
    }

    OpGraph m_graph;
    Parameters m_parameters;
    std::size_t m_bound;
    RunOptions m_options;
    ArmRun m_regular;
};

class FoldingProperty : public ::testing::TestWithParam<const char*> {};

TEST_P(FoldingProperty, FoldedEqualsRegularUnderEveryPolicyGranularityAndOption) {
    constexpr std::uint64_t kForests = 12;
    const Net& net = **findNet(GetParam());
    std::size_t cases = 0;
    for (std::uint64_t seed = 1; seed <= kForests; ++seed) {
        const Treebank bank =
            net.leaves == Leaves::Vectors ? vectorsFor(seed) : forest(seed, testing::fewestLeaves(net.name));
        for (const Granularity granularity : {Granularity::Cell, Granularity::Primitive}) {
            const Case one(bank, optionsFor(seed, net, granularity), static_cast<RowOrder>(pick(seed, 13, 2)));
            for (const Policy* policy : one.policies()) {
                SCOPED_TRACE(::testing::Message()
                             << "forest " << seed << ", " << policy->name() << ", " << enumName(granularity));
                one.check(*policy, cases % (std::size_t{1} << kPassCount));
                ++cases;
            }
        }
    }
    EXPECT_GE(cases, std::size_t{1} << kPassCount) << "every set of passes comes up";
    RecordProperty("cases", static_cast<int>(cases));
}

std::vector<const char*> netsToFold() {
    std::vector<const char*> names;
    for (const Net& net : nets()) {
        names.push_back(net.name);
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(EveryNet, FoldingProperty, ::testing::ValuesIn(netsToFold()), testing::nameOfNet);

} // namespace
} // namespace batchscope
