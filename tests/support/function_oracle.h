// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of one operand in plain doubles: what tensors, kernels and the engine are held to.
#pragma once

#include <string_view>

namespace batchscope::testing {

struct FunctionOracle {
    std::string_view name; ///< that of the primitive
    double (*value)(double x);
    double (*derivative)(double x);
    double (*derivativeOfValue)(double y); ///< from y = value(x); null where it cannot be had from it
};

/// Null for a name that is not in the table.
[[nodiscard]] const FunctionOracle* functionOracle(std::string_view name);

/// 1 / (1 + exp(-x)).
[[nodiscard]] double sigmoid(double x);

} // namespace batchscope::testing
