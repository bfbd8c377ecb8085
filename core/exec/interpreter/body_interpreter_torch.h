// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs an op body on a batch as it is written, with one LibTorch call per primitive, and its backward pass. This is the
// reference with which every faster implementation must agree.
#pragma once

#include "core/base/progress.h"
#include "core/exec/interpreter/tensors_torch.h"
#include "core/graph/op_body.h"

#include <vector>

namespace batchscope {

/// The inputs of a body for one batch.
struct BodyBatch {
    /// By slot: rows [size, width], one shared row [1, width], items [items, width], or integers [size] (int64).
    std::vector<at::Tensor> arguments;
    std::int64_t size = 0;
    at::Tensor itemNodes; ///< variadic ops: the row of the batch that each item belongs to (int64), else undefined
    at::ScalarType dtype = at::kFloat;
    std::uint64_t seed = 0;              ///< for the random numbers of an op that is not batched
    const RunControl* control = nullptr; ///< control of the run, for calls that can be stopped
};

/// Values by BodyId: [size, width], [items, width], or [1, width] for values that depend on shared arguments only.
using BodyValues = IdVector<BodyId, at::Tensor>;

[[nodiscard]] BodyValues bodyValues(const OpBody& body, const ParameterTensors& parameters, const BodyBatch& batch);

/// 1 if left > right, 1/2 if they are equal, else 0.
[[nodiscard]] at::Tensor stepOf(const at::Tensor& left, const at::Tensor& right);

/// Returns the outputs only.
[[nodiscard]] std::vector<at::Tensor> runBody(const OpBody& body, const ParameterTensors& parameters,
                                              const BodyBatch& batch);

/// Applies the chain rule through one body. `outputGradients`: by output, [size, width]. Adds to `parameterGradients`
/// and returns the gradients of the arguments, by slot, shaped like them; undefined for integers and for arguments that
/// no output depends on. Computes the body's values again, so the forward pass keeps none.
[[nodiscard]] std::vector<at::Tensor> runBodyBackward(const OpBody& body, const ParameterTensors& parameters,
                                                      const BodyBatch& batch,
                                                      const std::vector<at::Tensor>& outputGradients,
                                                      IdVector<ParamId, at::Tensor>& parameterGradients);

} // namespace batchscope
