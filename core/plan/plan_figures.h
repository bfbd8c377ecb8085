// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cost of a launch plan, counted without running it. The effect of a pass is the difference between two such costs.
#pragma once

#include "core/graph/op_body.h"

#include <cstddef>

namespace batchscope {

// Only declared: the window includes this header, and `slots`, which those headers use, is a keyword of Qt.
struct GradientPlan; // gradient_plan.h
struct LaunchPlan;   // launch_plan.h
struct NetCode;      // cell_code.h

struct CountedPlan {
    const NetCode& code;
    const LaunchPlan& plan;
    DType dtype = DType::Float32;
};

/// The figures of the forward pass.
struct PlanFigures {
    std::size_t copies = 0;           ///< launches that copy rows of tables, constants and numbers into place
    std::size_t products = 0;         ///< launches of a matrix product
    std::size_t kernels = 0;          ///< launches of a fused kernel
    std::size_t rows = 0;             ///< rows that are computed or copied
    double productFlops = 0.0;        ///< multiplications and additions
    std::size_t bytesCopied = 0;      ///< copied into place, or gathered for products
    std::size_t bytesElementwise = 0; ///< read and written by kernels, not counting parameters
    std::size_t bytesMemory = 0;      ///< memory of rows, products, gathered rows, and parameters read as rows
    bool operator==(const PlanFigures&) const = default;

    [[nodiscard]] std::size_t launches() const { return copies + products + kernels; }
};

/// Counts the figures of a plan. O(launches + terms of their kernels).
[[nodiscard]] PlanFigures figuresOf(const CountedPlan& counted);

/// Multiplications and additions of the products of the backward pass, for rows and for weights.
[[nodiscard]] double gradientFlopsOf(const NetCode& code, const LaunchPlan& plan, const GradientPlan& gradients);

} // namespace batchscope
