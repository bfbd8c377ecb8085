// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs any op on a batch: the body as it is written (body_interpreter_torch.h), or the call of an opaque op
// (tensor_call_torch.h), whose gradients come from LibTorch's autograd.
#pragma once

#include "core/exec/interpreter/body_interpreter_torch.h"
#include "core/graph/op_set.h"

#include <vector>

namespace batchscope {

/// Returns the outputs, each [size, width].
[[nodiscard]] std::vector<at::Tensor> runOp(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch);

/// Like runBodyBackward(). For an opaque op, everything is computed again with autograd on; tensors that the outputs do
/// not depend on, or that the op detaches, get no gradient.
[[nodiscard]] std::vector<at::Tensor> runOpBackward(const Op& op, const ParameterTensors& parameters,
                                                    const BodyBatch& batch,
                                                    const std::vector<at::Tensor>& outputGradients,
                                                    IdVector<ParamId, at::Tensor>& parameterGradients);

} // namespace batchscope
