// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs an op on a batch, whatever it is: the body as it is written (body_interpreter_torch.h), or the call of an opaque
// op (core/exec/interpreter/tensor_call_torch.h), whose gradients come from LibTorch's autograd.
#pragma once

#include "core/exec/interpreter/body_interpreter_torch.h"
#include "core/graph/op_set.h"

#include <vector>

namespace batchscope {

/// The outputs, each [size, width].
[[nodiscard]] std::vector<at::Tensor> runOp(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch);

/// As runBodyBackward. Of an opaque op everything is computed again with autograd on; what it does not depend on, or
/// detaches, gets no gradient.
[[nodiscard]] std::vector<at::Tensor> runOpBackward(const Op& op, const ParameterTensors& parameters,
                                                    const BodyBatch& batch,
                                                    const std::vector<at::Tensor>& outputGradients,
                                                    IdVector<ParamId, at::Tensor>& parameterGradients);

} // namespace batchscope
