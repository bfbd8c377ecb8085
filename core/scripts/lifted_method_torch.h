// SPDX-License-Identifier: GPL-3.0-or-later
//
// Turns a method of a module into a function of tensors only: all calls are inlined, and what the method reads of the
// module (weights, buffers) becomes additional inputs. So the method can run with any weights and be analyzed without
// its module.
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
    std::string name; ///< attribute path, as in state_dict(): `cell.weight`
    at::Tensor tensor;
    bool isParameter = false; ///< false for a buffer
};

/// All tensors that the methods of one module read, without duplicates.
using LiftedTensors = std::vector<LiftedTensor>;

struct LiftedMethod {
    std::string name;
    std::shared_ptr<torch::jit::Graph> graph; ///< inputs: those of the method, then `lifted`
    std::size_t formals = 0;                  ///< number of inputs of the method
    std::vector<std::size_t> lifted = {};     ///< indices into LiftedTensors
    std::string changes =
        {}; ///< where the method changes the module or stores it, and so is not a function; empty if it does not
    bool writes = false; ///< true if it may write to its input tensors
};

/// Lifts a method and adds the tensors that it reads to `tensors`. Throws what LibTorch throws.
[[nodiscard]] LiftedMethod liftMethod(const torch::jit::Module& module, const torch::jit::Method& method,
                                      LiftedTensors& tensors);

} // namespace batchscope
