// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of whole rows, and of the items of a node, on LibTorch's tensors: primitives of which readsRows()
// holds.
#pragma once

#include "core/exec/interpreter/body_interpreter_torch.h"

namespace batchscope {

[[nodiscard]] at::Tensor rowFunctionValue(const BodyValue& value, const BodyValues& values, const BodyBatch& batch);

/// Of the operands; the second one is undefined where there is one operand. `result` is rowFunctionValue().
struct RowGradients {
    at::Tensor left;
    at::Tensor right;
};
[[nodiscard]] RowGradients rowFunctionGradients(const BodyValue& value, const BodyValues& values,
                                                const BodyBatch& batch, const at::Tensor& result,
                                                const at::Tensor& gradient);

} // namespace batchscope
