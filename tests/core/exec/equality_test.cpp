// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/equality.h"
#include "core/exec/interpreter/tensors_torch.h"
#include "core/exec/runner.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <vector>

namespace batchscope {
namespace {

/// Its stores can be written to, one number at a time.
const RunOptions kPlain{.executor = InterpreterOptions()};

class Equality : public ::testing::Test {
protected:
    Equality() {
        Result<Parameters> parameters = Parameters::create(m_graph.ops, 1, {});
        m_regular.emplace(*runArm({m_graph, **findPolicy("regular"), *parameters}, kPlain, Recording::Seconds, {}));
        m_folded.emplace(*runArm({m_graph, **findPolicy("depth"), *parameters}, kPlain, Recording::Seconds, {}));
    }

    [[nodiscard]] EqualityReport compare() const {
        return *compareRuns(m_graph, m_regular->execution.state(), m_folded->execution.state(), {});
    }

    float& folded(Value value, std::size_t column) {
        const Block row = rowOf(m_folded->schedule, makePlan(m_graph, m_folded->schedule), value);
        at::Tensor& store = storesOf(m_folded->execution).stores[row.store];
        return store.data_ptr<float>()[row.firstRow * static_cast<std::size_t>(store.size(1)) + column];
    }

    OpGraph m_graph = testing::graphOf(testing::bankOf(testing::kTwoTrees), {.dim = 16});
    std::optional<ArmRun> m_regular;
    std::optional<ArmRun> m_folded;
};

TEST_F(Equality, HoldsForFloat32WithinTolerance) {
    const EqualityReport report = compare();
    EXPECT_TRUE(report.equal);
    EXPECT_FALSE(report.firstDivergence.has_value());
    EXPECT_EQ(report.values, 8U * 2U * 16U + 2U * 4U);
}

TEST_F(Equality, OneWrongNumberIsFoundAtItsNode) {
    const Value wrong{NodeId(std::size_t{3}), 1};
    folded(wrong, 5) += 0.25F;
    const EqualityReport report = compare();
    EXPECT_FALSE(report.equal);
    EXPECT_EQ(report.firstDivergence, wrong);
    EXPECT_NEAR(report.maxAbsError, 0.25, 1e-6);
    EXPECT_GT(report.maxRelError, 0.0);
}

TEST_F(Equality, AMovedArgmaxIsCounted) {
    const std::vector<double>& logits = m_regular->execution.outputs();
    const auto largest = std::max_element(logits.begin(), logits.begin() + 4) - logits.begin();
    folded(m_graph.outputs[0], static_cast<std::size_t>(largest)) = -1e6F;
    EXPECT_EQ(compare().argmaxFlips, 1U);
}

/// Of two parameters of one number each, and of no values.
class TwoNumbers : public Gradients::State {
public:
    TwoNumbers(double first, double second) : m_numbers{first, second} {}
    void read(Value /*value*/, std::vector<double>& row) const override { row.clear(); }
    [[nodiscard]] std::size_t bytes() const override { return sizeof m_numbers; }
    void readParameter(ParamId id, std::vector<double>& numbers) const override { numbers = {m_numbers[id.index()]}; }
    void locate(ParamId /*id*/, ParameterGradient<float>& gradient) const override { gradient = {}; }
    void locate(ParamId id, ParameterGradient<double>& gradient) const override {
        gradient = {&m_numbers[id.index()], {}};
    }

private:
    std::array<double, 2> m_numbers;
};

EqualityReport compared(const Gradients& reference, const Gradients& other) {
    OpSet ops;
    ops.params.push_back({"first", 1, 1});
    ops.params.push_back({"second", 1, 1});
    return compareParameterGradients(ops, reference, other).parameters;
}

Gradients gradientsOf(double first, double second) {
    return {std::make_unique<TwoNumbers>(first, second), 1.0};
}

TEST(ParameterGradients, NoiseOfTheLargestIsNoDifferenceAndASmallGradientStillIs) {
    EXPECT_TRUE(compared(gradientsOf(1.0, 0.0), gradientsOf(1.0, 4e-7)).equal) << "a sum that is zero, rounded";
    EXPECT_FALSE(compared(gradientsOf(1.0, 1e-4), gradientsOf(1.0, 1.02e-4)).equal);
    EXPECT_FALSE(compared(gradientsOf(1e-4, 0.0), gradientsOf(1e-4, 4e-7)).equal) << "all gradients are small";
}

} // namespace
} // namespace batchscope
