// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/tensor_call_torch.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/from_blob.h>
#include <c10/core/InferenceMode.h>
#include <torch/csrc/autograd/autograd.h>

namespace batchscope {

namespace {

/// A view of the same memory that autograd accepts; it rejects tensors made in inference mode.
at::Tensor watched(const at::Tensor& tensor) {
    return at::from_blob(tensor.data_ptr(), tensor.sizes(), tensor.strides(), at::TensorOptions(tensor.scalar_type()))
        .set_requires_grad(true);
}

/// Copies of the arguments; autograd computes gradients of rows, but not of integers.
std::vector<at::Tensor> watchedArguments(const std::vector<at::Tensor>& arguments) {
    std::vector<at::Tensor> tensors;
    for (const at::Tensor& argument : arguments) {
        tensors.push_back(argument.is_floating_point() ? argument.clone().set_requires_grad(true) : argument.clone());
    }
    return tensors;
}

} // namespace

SeededDraws::SeededDraws(std::optional<std::uint64_t> seed) {
    static std::mutex mutex;
    if (seed) {
        m_lock = std::unique_lock(mutex);
        at::Generator generator = at::detail::getDefaultCPUGenerator();
        const std::lock_guard own(generator.mutex());
        generator.set_current_seed(*seed);
    }
}

CallGradients TensorCall::gradients(const std::vector<at::Tensor>& arguments, const std::vector<at::Tensor>& parameters,
                                    const std::vector<at::Tensor>& outputGradients, const CallContext& context) const {
    const c10::InferenceMode usual(false);
    const at::AutoGradMode on(true);
    const std::vector<at::Tensor> rows = watchedArguments(arguments);
    std::vector<at::Tensor> weights;
    for (const at::Tensor& parameter : parameters) {
        weights.push_back(watched(parameter));
    }
    CallGradients gradients{std::vector<at::Tensor>(rows.size()), std::vector<at::Tensor>(weights.size())};
    std::vector<at::Tensor> outputs;
    std::vector<at::Tensor> given;
    const std::vector<at::Tensor> results = run(rows, weights, context);
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
    for (std::size_t slot = 0; slot < rows.size(); ++slot) {
        if (rows[slot].requires_grad()) {
            inputs.push_back(rows[slot]);
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

} // namespace batchscope
