// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/function_oracle.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope::testing {

double sigmoid(double x) {
    return 1.0 / (1.0 + std::exp(-x));
}

namespace {

constexpr auto kFunctions = std::to_array<FunctionOracle>({
    {.name = "tanh",
     .value = [](double x) { return std::tanh(x); },
     .derivative = [](double x) { return 1.0 - std::tanh(x) * std::tanh(x); },
     .derivativeOfValue = [](double y) { return 1.0 - y * y; }},
    {.name = "sigmoid",
     .value = sigmoid,
     .derivative = [](double x) { return sigmoid(x) * (1.0 - sigmoid(x)); },
     .derivativeOfValue = [](double y) { return y * (1.0 - y); }},
    {.name = "relu",
     .value = [](double x) { return std::max(x, 0.0); },
     .derivative = [](double x) { return x > 0.0 ? 1.0 : 0.0; },
     .derivativeOfValue = [](double y) { return y > 0.0 ? 1.0 : 0.0; }},
    {.name = "exp",
     .value = [](double x) { return std::exp(x); },
     .derivative = [](double x) { return std::exp(x); },
     .derivativeOfValue = [](double y) { return y; }},
});

} // namespace

const FunctionOracle* functionOracle(std::string_view name) {
    const auto* const found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                           [name](const FunctionOracle& function) { return function.name == name; });
    return found == kFunctions.end() ? nullptr : found;
}

} // namespace batchscope::testing
