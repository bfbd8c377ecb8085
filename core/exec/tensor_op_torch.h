// SPDX-License-Identifier: GPL-3.0-or-later
//
// Defines an op by a C++ function of LibTorch tensors instead of a body of primitives: TorchFold in C++. The function
// runs on LibTorch, once per batch (the engine cannot run a net with such an op), and LibTorch's autograd computes its
// gradients.
//
//     const auto gate = [](const TensorBatch& batch) -> std::vector<at::Tensor> {
//         return {at::sigmoid(at::linear(batch.arguments[0], batch.parameters[0])).mul(batch.arguments[1])};
//     };
//     const OpId op = ops.ops.push_back(tensorOp(ops, {.name = "gate", .arguments = {row, row}, .widths = {8},
//                                                      .parameters = {W}, .run = gate}));
#pragma once

#include "core/graph/op_set.h"

#include <ATen/core/Tensor.h>

#include <functional>
#include <string>
#include <vector>

namespace batchscope {

struct TensorBatch {
    const std::vector<at::Tensor>&
        arguments; ///< by slot: rows [size, width], a shared row [1, width], or integers [size] (int64)
    const std::vector<at::Tensor>& parameters; ///< in the order of TensorOp::parameters, each [rows, columns]
};

struct TensorOp {
    std::string name;
    std::vector<ArgumentType> arguments; ///< by slot; none may be variadic
    std::vector<std::int32_t> widths;    ///< columns of each output
    std::vector<ParamId> parameters = {};
    /// Returns [size, width] for each output. Row i must depend only on row i of the arguments, unless `batchable` is
    /// No. It must not change its inputs, and may be called on any thread; an exception makes the run fail.
    std::function<std::vector<at::Tensor>(const TensorBatch& batch)> run;
    Batchable batchable = Batchable::Yes;
};

/// Makes an op, which the caller adds to `set`; `set` must contain its parameters. CHECKs that there is a function and
/// an output, and that no slot is variadic.
[[nodiscard]] Op tensorOp(const OpSet& set, TensorOp op);

} // namespace batchscope
