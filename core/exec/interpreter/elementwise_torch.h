// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of one operand on LibTorch's tensors, forward and backward. An entry in elementwise_torch.cpp for each
// primitive of which isFunction() holds.
#pragma once

#include "core/graph/primitive.h"

#include <ATen/core/Tensor.h>

namespace batchscope {

struct TensorFunction {
    Primitive primitive;
    at::Tensor (*value)(const at::Tensor& x);
    /// Of x; `value` is value(x).
    at::Tensor (*gradient)(const at::Tensor& gradient, const at::Tensor& x, const at::Tensor& value);
};

/// `function` is one of which isFunction() holds.
[[nodiscard]] const TensorFunction& tensorFunction(Primitive function);

} // namespace batchscope
