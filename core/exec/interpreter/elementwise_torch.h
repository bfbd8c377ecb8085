// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of one operand on LibTorch's tensors, forward and backward. elementwise_torch.cpp has an entry for each
// primitive that isFunction() accepts.
#pragma once

#include "core/graph/primitive.h"

#include <ATen/core/Tensor.h>

namespace batchscope {

struct TensorFunction {
    Primitive primitive;
    at::Tensor (*value)(const at::Tensor& x);
    /// ∂loss/∂x; `gradient` is ∂loss/∂value, and `value` is value(x).
    at::Tensor (*gradient)(const at::Tensor& gradient, const at::Tensor& x, const at::Tensor& value);
};

/// `function` must satisfy isFunction().
[[nodiscard]] const TensorFunction& tensorFunction(Primitive function);

} // namespace batchscope
