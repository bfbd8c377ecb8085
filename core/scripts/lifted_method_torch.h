// SPDX-License-Identifier: GPL-3.0-or-later
//
// A method of a module as a function of tensors alone: everything that it calls is inlined, and what it reads of the
// module (weights, buffers) becomes inputs behind its own. So it can run with any weights, and be read without knowing
// modules.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/ir/ir.h>

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace batchscope {

/// A tensor of the module.
struct LiftedTensor {
    std::string name; ///< path of attributes, as in state_dict(): `cell.weight`
    at::Tensor tensor;
    bool isParameter = false; ///< else a buffer
};

/// All tensors that the methods of one module read, each once.
using LiftedTensors = std::vector<LiftedTensor>;

struct LiftedMethod {
    std::string name;
    std::shared_ptr<torch::jit::Graph> graph; ///< inputs: those of the method, then `lifted`
    std::size_t formals = 0;                  ///< inputs of the method
    std::vector<std::size_t> lifted = {};     ///< places in LiftedTensors
    std::string changes =
        {}; ///< where it changes the module or keeps it, so that it is no function; empty where it does not
    bool writes = false; ///< whether it may write into tensors that it is given
};

/// Adds what the method reads to `tensors`. Throws what LibTorch throws.
[[nodiscard]] LiftedMethod liftMethod(const torch::jit::Module& module, const torch::jit::Method& method,
                                      LiftedTensors& tensors);

} // namespace batchscope
