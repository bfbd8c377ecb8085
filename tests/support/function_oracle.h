// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of one operand in plain doubles: the reference for tensors, kernels and the engine.
#pragma once

#include <string_view>

namespace batchscope::testing {

struct FunctionOracle {
    std::string_view name; ///< name of the primitive
    double (*value)(double x);
    double (*derivative)(double x);
    double (*derivativeOfValue)(double y); ///< computed from y = value(x); null if that is impossible
};

/// The function with that name; null if it is not in the table.
[[nodiscard]] const FunctionOracle* functionOracle(std::string_view name);

/// 1 / (1 + exp(-x)).
[[nodiscard]] double sigmoid(double x);

} // namespace batchscope::testing
