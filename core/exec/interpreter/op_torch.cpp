// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/op_torch.h"

#include "core/exec/interpreter/tensor_call_torch.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

#include <mutex>

namespace batchscope {

namespace {

const TensorCall& callOf(const Op& op) {
    return static_cast<const TensorCall&>(*op.call); // core/exec is given no other
}

/// Calls what draws random numbers: all from LibTorch's one generator, which other runs use, too.
std::vector<at::Tensor> seededCall(const TensorCall& call, const std::vector<at::Tensor>& arguments,
                                   const std::vector<at::Tensor>& parameters, std::uint64_t seed) {
    static std::mutex mutex;
    const std::lock_guard lock(mutex);
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    {
        const std::lock_guard own(generator.mutex());
        generator.set_current_seed(seed);
    }
    return call.run(arguments, parameters);
}

/// Rows that batch draw nothing, as far as is known.
std::vector<at::Tensor> called(const Op& op, const std::vector<at::Tensor>& arguments,
                               const std::vector<at::Tensor>& parameters, std::uint64_t seed) {
    return op.batchable == Batchable::No ? seededCall(callOf(op), arguments, parameters, seed)
                                         : callOf(op).run(arguments, parameters);
}

std::vector<at::Tensor> parametersOfCall(const TensorCall& call, const ParameterTensors& parameters) {
    std::vector<at::Tensor> tensors;
    for (const ParamId param : call.parameters()) {
        tensors.push_back(parameters.values[param]);
    }
    return tensors;
}

/// The same memory as a tensor that autograd takes: those made in inference mode it refuses.
at::Tensor watched(const at::Tensor& tensor) {
    return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), at::TensorOptions(tensor.scalar_type()))
        .set_requires_grad(true);
}

/// Arguments that gradients flow to are watched; integers are as they are.
std::vector<at::Tensor> watchedArguments(const std::vector<at::Tensor>& arguments) {
    std::vector<at::Tensor> tensors;
    for (const at::Tensor& argument : arguments) {
        tensors.push_back(argument.is_floating_point() ? argument.clone().set_requires_grad(true) : argument.clone());
    }
    return tensors;
}

/// Of the arguments by slot, and of the parameters as the call lists them; undefined where there is none.
struct CallGradients {
    std::vector<at::Tensor> arguments;
    std::vector<at::Tensor> parameters;
};

CallGradients gradientsOfCall(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch,
                              const std::vector<at::Tensor>& outputGradients) {
    const c10::InferenceMode usual(false);
    const at::AutoGradMode on(true);
    const std::vector<at::Tensor> arguments = watchedArguments(batch.arguments);
    std::vector<at::Tensor> weights = parametersOfCall(callOf(op), parameters);
    for (at::Tensor& weight : weights) {
        weight = watched(weight);
    }
    CallGradients gradients{std::vector<at::Tensor>(arguments.size()), std::vector<at::Tensor>(weights.size())};
    std::vector<at::Tensor> outputs;
    std::vector<at::Tensor> given;
    const std::vector<at::Tensor> results = called(op, arguments, weights, batch.seed);
    for (std::size_t output = 0; output < results.size(); ++output) {
        if (results[output].requires_grad()) {
            outputs.push_back(results[output]);
            given.push_back(outputGradients[output].clone());
        }
    }
    if (outputs.empty()) {
        return gradients;
    }
    std::vector<at::Tensor> inputs;
    std::vector<at::Tensor*> places;
    for (std::size_t slot = 0; slot < arguments.size(); ++slot) {
        if (arguments[slot].requires_grad()) {
            inputs.push_back(arguments[slot]);
            places.push_back(&gradients.arguments[slot]);
        }
    }
    for (std::size_t index = 0; index < weights.size(); ++index) {
        inputs.push_back(weights[index]);
        places.push_back(&gradients.parameters[index]);
    }
    const std::vector<at::Tensor> found = torch::autograd::grad(outputs, inputs, given, c10::nullopt, false, true);
    for (std::size_t index = 0; index < found.size(); ++index) {
        *places[index] = found[index];
    }
    return gradients;
}

} // namespace

std::vector<at::Tensor> runOp(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch) {
    if (op.call == nullptr) {
        return runBody(op.body, parameters, batch);
    }
    return called(op, batch.arguments, parametersOfCall(callOf(op), parameters), batch.seed);
}

std::vector<at::Tensor> runOpBackward(const Op& op, const ParameterTensors& parameters, const BodyBatch& batch,
                                      const std::vector<at::Tensor>& outputGradients,
                                      IdVector<ParamId, at::Tensor>& parameterGradients) {
    if (op.call == nullptr) {
        return runBodyBackward(op.body, parameters, batch, outputGradients, parameterGradients);
    }
    const TensorCall& call = callOf(op);
    CallGradients gradients = gradientsOfCall(op, parameters, batch, outputGradients);
    for (std::size_t index = 0; index < gradients.parameters.size(); ++index) {
        if (gradients.parameters[index].defined()) {
            parameterGradients[call.parameters()[index]].add_(gradients.parameters[index]);
        }
    }
    return std::move(gradients.arguments);
}

} // namespace batchscope
