// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of whole rows, and of the items of a node, on LibTorch's tensors: the primitives that readsRows()
// accepts.
#pragma once

#include "core/exec/interpreter/body_interpreter_torch.h"

namespace batchscope {

[[nodiscard]] at::Tensor rowFunctionValue(const BodyValue& value, const BodyValues& values, const BodyBatch& batch);

/// Gradients of the operands; `right` is undefined if there is only one operand.
struct RowGradients {
    at::Tensor left;
    at::Tensor right;
};
/// `result` is the value that rowFunctionValue() returned; `gradient` is its gradient.
[[nodiscard]] RowGradients rowFunctionGradients(const BodyValue& value, const BodyValues& values,
                                                const BodyBatch& batch, const at::Tensor& result,
                                                const at::Tensor& gradient);

} // namespace batchscope
