// SPDX-License-Identifier: GPL-3.0-or-later
//
// How numbers are compared, and where a NaN came from.
#include "core/exec/comparison.h"
#include "core/exec/injection.h"
#include "core/exec/not_finite.h"
#include "core/exec/runner.h"
#include "core/formats/read_treebank.h"
#include "core/trace/run_report.h"
#include "tests/support/forests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

TEST(Ulps, CountRepresentableNumbersBetween) {
    const float one = 1.0F;
    const float next = std::nextafter(one, 2.0F);
    EXPECT_EQ(ulpDistance(1.0, 1.0, DType::Float32), 0U);
    EXPECT_EQ(ulpDistance(0.0, -0.0, DType::Float32), 0U);
    EXPECT_EQ(ulpDistance(one, next, DType::Float32), 1U);
    EXPECT_EQ(ulpDistance(next, one, DType::Float32), 1U);
    EXPECT_EQ(ulpDistance(1.0, 1.0 + 1e-12, DType::Float32), 0U); // rounded to float first
    EXPECT_EQ(ulpDistance(1.0, std::nextafter(1.0, 2.0), DType::Float64), 1U);
    const double smallest = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(ulpDistance(smallest, -smallest, DType::Float32), 2U); // across zero
    EXPECT_EQ(ulpDistance(1.0, 2.0, DType::Float32), std::uint64_t{1} << 23U);
    EXPECT_EQ(ulpDistance(std::numeric_limits<double>::max(), -std::numeric_limits<double>::max(), DType::Float64),
              2 * 0x7FEFFFFFFFFFFFFFULL);
}

TEST(Comparison, SortsPairsByDistance) {
    Comparison comparison(DType::Float32, {1e-5, 0.0});
    const double next = std::nextafter(1.0F, 2.0F);
    EXPECT_TRUE(comparison.add(1.0, 1.0));
    EXPECT_TRUE(comparison.add(1.0, next));
    EXPECT_TRUE(comparison.add(1.0, 1.0 + 3 * (next - 1.0)));
    EXPECT_TRUE(comparison.report().equal);
    EXPECT_FALSE(comparison.add(1.0, 1.5));
    EXPECT_FALSE(comparison.add(1.0, std::nan("")));
    const EqualityReport& report = comparison.report();
    EXPECT_FALSE(report.equal);
    EXPECT_EQ(report.values, 5U);
    EXPECT_EQ(report.notFinite, 1U);
    EXPECT_DOUBLE_EQ(report.maxAbsError, 0.5);
    EXPECT_NEAR(report.maxRelError, 1.0 / 3.0, 1e-12);
    EXPECT_FALSE(report.comparable());
    ASSERT_EQ(report.ulps.size(), 24U); // 0.5 is 2^22 numbers away: bucket 23
    EXPECT_EQ(report.ulps[0], 1U);
    EXPECT_EQ(report.ulps[1], 1U);
    EXPECT_EQ(report.ulps[2], 1U);
    EXPECT_EQ(report.ulps[23], 1U);
}

TEST(Comparison, TheRelativeErrorIsOverAllValues) {
    Comparison comparison(DType::Float32, {1e-5, 1e-4});
    EXPECT_TRUE(comparison.add(0.0, 0.0));
    EXPECT_TRUE(comparison.add(0.0, -0.0));
    EXPECT_EQ(comparison.report().maxRelError, 0.0);
    EXPECT_TRUE(comparison.add(1e-7, 1.5e-7)) << "within the absolute tolerance";
    EXPECT_NEAR(comparison.report().maxRelError, 1.0 / 3.0, 1e-12);
    EXPECT_TRUE(comparison.add(0.0, 1e-12));
    EXPECT_EQ(comparison.report().maxRelError, 1.0);
    EXPECT_TRUE(comparison.report().equal) << "the verdict is by the tolerances";
}

TEST(Comparison, NumbersThatAreNotFiniteAgreeWithTheirLikeOnlyAndAreNeverEqual) {
    const double infinity = std::numeric_limits<double>::infinity();
    Comparison alike(DType::Float32, {});
    EXPECT_TRUE(alike.add(std::nan(""), -std::nan("")));
    EXPECT_TRUE(alike.add(infinity, infinity));
    EXPECT_FALSE(alike.report().equal);
    EXPECT_EQ(verdictOf(alike.report()), Verdict::NotComparable);
    EXPECT_EQ(alike.report().notFinite, 2U);
    Comparison unlike(DType::Float32, {});
    EXPECT_FALSE(unlike.add(infinity, -infinity));
    EXPECT_FALSE(unlike.add(std::nan(""), infinity));
    EXPECT_FALSE(unlike.report().equal);
}

TEST(Verdict, ANanInBothArmsIsNotEqual) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 3});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    inject(*parseInjection(graph.ops, "Wr:7:1=nan"), parameters);
    const CheckedRun run = *runBoth({graph, **findPolicy("depth"), parameters}, {.work = Work::Training}, {}, {});
    EXPECT_EQ(verdictOf(run.report), Verdict::NotComparable);
    EXPECT_FALSE(run.report.equality->equal);
    EXPECT_FALSE(run.report.equality->firstDivergence.has_value()) << "both went wrong in the same way";
    ASSERT_TRUE(run.report.equality->firstNotFinite.has_value());
    EXPECT_EQ(graph.opOf(run.report.equality->firstNotFinite->node).name, "children");
    EXPECT_FALSE(run.report.gradients->equal());
    EXPECT_FALSE(run.report.gradients->isLossFinite());
    EXPECT_NE(run.report.gradients->firstNotFiniteParameter, "");
}

TEST(Verdict, OtherWeightsInOneArmAreFoundWhereTheyAreReadFirst) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 3});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    Parameters spoiled = *Parameters::create(graph.ops, 1, {});
    const Injection injection = *parseInjection(graph.ops, "regular:Wl:0:0=5");
    EXPECT_EQ(injection.arm, InjectionArm::Regular);
    inject(injection, spoiled);
    const CheckedRun run = *runBoth({graph, **findPolicy("depth"), parameters}, {}, {.ofRegular = &spoiled}, {});
    EXPECT_EQ(verdictOf(run.report), Verdict::Different);
    ASSERT_TRUE(run.report.equality->firstDivergence.has_value());
    EXPECT_EQ(graph.opOf(run.report.equality->firstDivergence->node).name, "children");
}

class NotFinite : public ::testing::Test {
protected:
    /// The origin after one number was put into a weight.
    std::optional<NotFiniteOrigin> originAfter(const std::string& injection) {
        Parameters parameters = *Parameters::create(m_graph.ops, 1, {});
        if (!injection.empty()) {
            inject(*parseInjection(m_graph.ops, injection), parameters);
        }
        const ArmRun run = *runArm({m_graph, **findPolicy("agenda"), parameters}, {}, Recording::Seconds, {});
        return *firstNotFinite(m_graph, run.execution.state(), parameters, {});
    }

    Treebank m_bank = testing::bankOf(testing::kTwoTrees);
    OpGraph m_graph = testing::graphOf(m_bank, {.dim = 3});
};

TEST_F(NotFinite, NothingIsFoundWhereAllIsFinite) {
    EXPECT_FALSE(originAfter("").has_value());
}

TEST_F(NotFinite, ABadWeightIsNamedAtTheFirstNodeThatReadsIt) {
    const auto origin = originAfter("Wr:7:1=nan");
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(m_graph.opOf(origin->value.node).name, "children");
    EXPECT_EQ(origin->parameter, "Wr[7, 1]");
    EXPECT_TRUE(std::isnan(origin->number));
    for (std::size_t earlier = 0; earlier < origin->value.node.index(); ++earlier) {
        EXPECT_NE(m_graph.opOf(NodeId(earlier)).name, "children"); // all of them read Wr
    }
}

TEST_F(NotFinite, ABadRowOfATableIsFoundAtItsWord) {
    const SymbolId word = m_bank.tree(TreeId(std::size_t{1}))->words[1]; // d, in the second tree only
    const auto origin = originAfter("E:" + std::to_string(word.value) + ":2=inf");
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(m_graph.origins[origin->value.node].tree.index(), 1U);
    EXPECT_EQ(m_graph.opOf(origin->value.node).name, "leaf");
    EXPECT_EQ(origin->column, 2U);
    EXPECT_TRUE(std::isinf(origin->number));
}

TEST(NotFiniteOrigin, AnOverflowNamesNoParameter) {
    const Treebank bank = *readTreebankText(R"({"batchscope_program": 1,
        "ops": [{"name": "grow", "arguments": [{"name": "x", "class": "constant", "width": 2}],
                 "body": [{"name": "y", "do": "exp", "of": ["x"]}], "outputs": ["y"]}],
        "calls": [{"name": "a", "op": "grow", "args": [{"constant": [1, 2]}]},
                  {"name": "b", "op": "grow", "args": [{"constant": [3, 100]}]}],
        "outputs": ["a", "b"]})",
                                            "grow.json", {}); // e^100 is too large for a float
    const OpGraph graph = testing::graphOf(bank);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun run = *runArm({graph, **findPolicy("depth"), parameters}, {}, Recording::Seconds, {});
    const auto origin = *firstNotFinite(graph, run.execution.state(), parameters, {});
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(origin->value.node.index(), 1U);
    EXPECT_EQ(origin->column, 1U);
    EXPECT_EQ(origin->parameter, "");
}

TEST(NotFiniteOrigin, OfAGradientIsFoundWhereAllValuesAreFinite) {
    // f = e·k and g = f·k with k = 3e38 and e = 0: the gradient of e is half of k², too large for a float.
    const Treebank bank = *readTreebankText(R"({"batchscope_program": 1,
        "ops": [{"name": "given", "arguments": [{"name": "x", "class": "constant", "width": 2}],
                 "body": [{"name": "y", "do": "multiply", "of": ["x", "x"]}], "outputs": ["y"]},
                {"name": "times", "arguments": [{"name": "x", "class": "row", "width": 2},
                                                {"name": "k", "class": "constant", "width": 2}],
                 "body": [{"name": "y", "do": "multiply", "of": ["x", "k"]}], "outputs": ["y"]}],
        "calls": [{"name": "e", "op": "given", "args": [{"constant": [0, 0]}]},
                  {"name": "f", "op": "times", "args": ["e", {"constant": [3e38, 3e38]}]},
                  {"name": "g", "op": "times", "args": ["f", {"constant": [3e38, 3e38]}]}],
        "outputs": [{"value": "g", "target": 0}]})",
                                            "steep.json", {});
    const OpGraph graph = testing::graphOf(bank);
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const ArmRun run =
        *runArm({graph, **findPolicy("depth"), parameters}, {.work = Work::Training}, Recording::Seconds, {});
    EXPECT_FALSE(firstNotFinite(graph, run.execution.state(), parameters, {})->has_value());
    const auto origin = *firstNotFiniteGradient(graph, *run.gradients, parameters, {});
    ASSERT_TRUE(origin.has_value());
    EXPECT_EQ(origin->value.node.index(), 0U);
    EXPECT_TRUE(std::isinf(origin->number));
}

TEST(NotFiniteOrigin, OfAGradientNamesTheWeightThatItsConsumersRead) {
    // tanh of infinity is 1, so all values are finite; its gradient is 0 times an infinite weight.
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.model = "tree-rnn", .dim = 3});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    inject(*parseInjection(graph.ops, "W:2:1=inf"), parameters);
    const ArmRun run =
        *runArm({graph, **findPolicy("depth"), parameters}, {.work = Work::Training}, Recording::Seconds, {});
    ASSERT_FALSE(firstNotFinite(graph, run.execution.state(), parameters, {})->has_value());
    const NotFiniteOrigins origins = *notFiniteIn(graph, run.execution.state(), run.gradients, parameters, {});
    ASSERT_TRUE(origins.gradient.has_value());
    EXPECT_EQ(origins.gradient->parameter, "W[2, 1]");
    EXPECT_TRUE(originText(graph, origins).ends_with("; a parameter of a node that takes it is not finite at W[2, 1]"))
        << originText(graph, origins);
}

TEST(Injection, SaysWhatIsWrong) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 3});
    Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const auto message = [&](const char* text) { return parseInjection(graph.ops, text).error().message; };
    for (const char* wrong : {"W", "W:0:0", "W:x:0=1", "W:0:0=one", "folded:W:0=1", "a:b:W:0:0=1"}) {
        EXPECT_THAT(message(wrong), HasSubstr("NAME:ROW:COLUMN=NUMBER")) << wrong;
    }
    EXPECT_EQ(message("both:W:0:0=1"), "unknown arm 'both'; expected folded or regular");
    EXPECT_THAT(message("Q:0:0=1"), HasSubstr("parameter"));
    EXPECT_THAT(message("W:5:0=1"), HasSubstr("has 4 rows and 3 columns")); // labels 0 to 3
    inject(*parseInjection(graph.ops, "W:3:2=0.25"), parameters);
    EXPECT_EQ(parameters.numbers(ParamId(std::size_t{5})).back(), 0.25);
}

TEST(Reference, Float64RunShowsTheErrorOfBothArms) {
    const OpGraph graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    const Parameters parameters = *Parameters::create(graph.ops, 1, {});
    const CheckedRun run =
        *runBoth({graph, **findPolicy("agenda"), parameters}, {.reference = Reference::Float64}, {}, {});
    ASSERT_TRUE(run.report.reference.has_value());
    EXPECT_TRUE(run.report.reference->folded.equal);
    EXPECT_TRUE(run.report.reference->regular.equal);
    EXPECT_GT(run.report.reference->folded.maxAbsError, 0.0); // float32 is off by something
    EXPECT_LT(run.report.reference->folded.maxAbsError, 1e-6);
}

} // namespace
} // namespace batchscope
