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

constexpr double kPi = 3.14159265358979323846;

/// The cumulative distribution function of the standard normal distribution.
double normalShare(double x) {
    return 0.5 * std::erfc(-x / std::sqrt(2.0));
}

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
    {.name = "log",
     .value = [](double x) { return std::log(x); },
     .derivative = [](double x) { return 1.0 / x; },
     .derivativeOfValue = [](double y) { return std::exp(-y); }},
    {.name = "sqrt",
     .value = [](double x) { return std::sqrt(x); },
     .derivative = [](double x) { return 0.5 / std::sqrt(x); },
     .derivativeOfValue = [](double y) { return 0.5 / y; }},
    {.name = "abs",
     .value = [](double x) { return std::abs(x); },
     .derivative = [](double x) { return x > 0.0   ? 1.0
                                         : x < 0.0 ? -1.0
                                                   : 0.0; },
     .derivativeOfValue = nullptr},
    {.name = "gelu",
     .value = [](double x) { return x * normalShare(x); },
     .derivative = [](double x) { return normalShare(x) + x * std::exp(-0.5 * x * x) / std::sqrt(2.0 * kPi); },
     .derivativeOfValue = nullptr},
    {.name = "softplus",
     .value = [](double x) { return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x))); },
     .derivative = sigmoid,
     .derivativeOfValue = nullptr},
});

} // namespace

const FunctionOracle* functionOracle(std::string_view name) {
    const auto* const found = std::find_if(kFunctions.begin(), kFunctions.end(),
                                           [name](const FunctionOracle& function) { return function.name == name; });
    return found == kFunctions.end() ? nullptr : found;
}

} // namespace batchscope::testing
