// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine against the equations, written out in plain C++ without LibTorch and without the op bodies.
#include "core/exec/interpreter/tensors_torch.h"
#include "core/exec/runner.h"
#include "core/treebank/generate.h"
#include "tests/support/forests.h"

#include <gtest/gtest.h>

#include <cmath>

namespace batchscope {
namespace {

using Row = std::vector<double>;

struct LstmWeights {
    ParameterTensors tensors;
    [[nodiscard]] double at(std::size_t param, std::size_t row, std::size_t column) const {
        const at::Tensor& matrix = tensors.values[ParamId(param)];
        return matrix.data_ptr<double>()[row * static_cast<std::size_t>(matrix.size(1)) + column];
    }
    [[nodiscard]] Row linear(const Row& input, std::size_t weight, std::size_t bias, std::size_t outputs) const {
        Row result(outputs);
        for (std::size_t out = 0; out < outputs; ++out) {
            result[out] = at(bias, 0, out);
            for (std::size_t in = 0; in < input.size(); ++in) {
                result[out] += at(weight, out, in) * input[in];
            }
        }
        return result;
    }
};

double sigmoid(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

struct State {
    Row h;
    Row c;
};

/// TorchFold's binary TreeLSTM; gates in the order a, i, f1, f2, o.
State children(const LstmWeights& weights, const State& left, const State& right) {
    const std::size_t dim = left.h.size();
    const Row l = weights.linear(left.h, 1, 2, 5 * dim);
    const Row r = weights.linear(right.h, 3, 4, 5 * dim);
    State state{Row(dim), Row(dim)};
    for (std::size_t k = 0; k < dim; ++k) {
        const auto gate = [&](std::size_t which) { return l[which * dim + k] + r[which * dim + k]; };
        state.c[k] =
            std::tanh(gate(0)) * sigmoid(gate(1)) + sigmoid(gate(2)) * left.c[k] + sigmoid(gate(3)) * right.c[k];
        state.h[k] = sigmoid(gate(4)) * std::tanh(state.c[k]);
    }
    return state;
}

TEST(TreeLstm, ComputesItsEquations) {
    constexpr std::size_t kDim = 7;
    const Treebank bank = *generateTreebank({.leaves = 11, .trees = 3, .vocabulary = 20});
    const OpGraph graph = testing::graphOf(bank, {.dim = kDim, .dtype = DType::Float64});
    const Result<Parameters> parameters = Parameters::create(graph.ops, 5, {});
    ASSERT_TRUE(parameters.hasValue());
    const LstmWeights weights{ParameterTensors(*parameters)};
    const Result<ArmRun> run = runArm({graph, **findPolicy("depth"), *parameters}, {}, Recording::Seconds, {});
    ASSERT_TRUE(run.hasValue());
    std::size_t output = 0;
    for (const Tree& tree : bank.trees.heldTrees()) {
        std::vector<State> states(tree.size());
        for (std::size_t index = 0; index < tree.size(); ++index) {
            const auto kids = tree.children(TreeNodeId(index));
            if (kids.empty()) {
                states[index] = {Row(kDim), Row(kDim, 0.0)};
                for (std::size_t k = 0; k < kDim; ++k) {
                    states[index].h[k] = weights.at(0, tree.words[index].value, k);
                }
            } else {
                states[index] = children(weights, states[kids[0].index()], states[kids[1].index()]);
            }
        }
        for (const double logit : weights.linear(states.back().h, 5, 6, 5)) {
            ASSERT_LT(output, run->execution.outputs().size());
            EXPECT_NEAR(run->execution.outputs()[output++], logit, 1e-12);
        }
    }
    EXPECT_EQ(output, run->execution.outputs().size());
}

} // namespace
} // namespace batchscope
