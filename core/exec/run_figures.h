// SPDX-License-Identifier: GPL-3.0-or-later
//
// A time says what a run took, these say what it asked for: launches, products, copies, memory. Counted, so they are
// the same on every machine; with the rooflines they tell how near to its limit a run comes.
#pragma once

#include "core/trace/batch_view.h"

#include <cstddef>

namespace batchscope {

struct RunFigures {
    ExecutorKind executor = ExecutorKind::LibTorch;
    std::size_t launches = 0;    ///< forward: copies, products and kernels of the engine; else LibTorch calls of bodies
    double productFlops = 0.0;   ///< multiplications and additions of products, the backward pass's too when training;
                                 ///< 0 also where an opaque op is called, of which nothing is known
    std::size_t bytesCopied = 0; ///< forward: static rows put into place, and rows gathered
    std::size_t memoryBytes = 0; ///< of the run's state, gradients too when training; weights not counted
};

} // namespace batchscope
