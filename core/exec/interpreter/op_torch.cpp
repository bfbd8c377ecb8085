// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/op_torch.h"

#include "core/exec/interpreter/tensor_call_torch.h"

#include <optional>

namespace batchscope {

namespace {

const TensorCall& callOf(const Op& op) {
    return static_cast<const TensorCall&>(*op.call); // other calls are never run: see makeExecutor()
}

std::vector<at::Tensor> parametersOfCall(const TensorCall& call, const ParameterTensors& parameters) {
    std::vector<at::Tensor> tensors;
    for (const ParamId param : call.parameters()) {
        tensors.push_back(parameters.values[param]);
    }
    return tensors;
}

/// Gives a seed only to ops that are not batched; other ops are not known to draw random numbers.
CallContext contextOf(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch) {
    return {.seed = op.batchable == Batchable::No ? std::optional(batch.seed) : std::nullopt,
            .weights = parameters.version,
            .control = batch.control};
}

} // namespace

std::vector<at::Tensor> runOp(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch) {
    if (op.call == nullptr) {
        return runBody(op.body, parameters, batch);
    }
    const TensorCall& call = callOf(op);
    return call.run(batch.arguments, parametersOfCall(call, parameters), contextOf(op, parameters, batch));
}

std::vector<at::Tensor> runOpBackward(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch,
                                      const std::vector<at::Tensor>& outputGradients,
                                      IdVector<ParamId, at::Tensor>& parameterGradients) {
    if (op.call == nullptr) {
        return runBodyBackward(op.body, parameters, batch, outputGradients, parameterGradients);
    }
    const TensorCall& call = callOf(op);
    CallGradients gradients = call.gradients(batch.arguments, parametersOfCall(call, parameters), outputGradients,
                                             contextOf(op, parameters, batch));
    for (std::size_t index = 0; index < gradients.parameters.size(); ++index) {
        if (gradients.parameters[index].defined()) {
            parameterGradients[call.parameters()[index]].add_(gradients.parameters[index]);
        }
    }
    return std::move(gradients.arguments);
}

} // namespace batchscope
