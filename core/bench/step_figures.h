// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a time says what a step took, these say what it asked for: launches, products, copies, memory. Counted, so they
// are the same on every machine; with the rooflines they tell how near to its limit a step runs.
#pragma once

#include "core/exec/runner.h"

#include <cstddef>

namespace batchscope {

struct StepFigures {
    bool onEngine = false;
    std::size_t launches = 0;    ///< forward: copies, products and kernels of the engine; else LibTorch calls of bodies
    double productFlops = 0.0;   ///< multiplications and additions of products, the backward pass's too when training
    std::size_t bytesCopied = 0; ///< forward: static rows put into place, and rows gathered
    std::size_t memoryBytes = 0; ///< of the run's state, gradients too when training; weights not counted
};

[[nodiscard]] StepFigures figuresOfEngine(const EngineFigures& figures);
/// Of a run of the plain bodies. Backward products are taken to be those of rows and of weights for each product.
[[nodiscard]] StepFigures figuresOfBodies(const OpGraph& graph, const ArmRun& run, Work work);

} // namespace batchscope
