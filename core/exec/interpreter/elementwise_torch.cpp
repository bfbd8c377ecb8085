// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/elementwise_torch.h"

#include "core/base/check.h"

#include <ATen/ops/exp.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sigmoid_backward.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tanh_backward.h>
#include <ATen/ops/threshold_backward.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

using at::Tensor;

constexpr auto kFunctions = std::to_array<TensorFunction>({
    {.primitive = Primitive::Tanh,
     .value = [](const Tensor& x) { return at::tanh(x); },
     .gradient = [](const Tensor& gradient, const Tensor& /*x*/,
                    const Tensor& value) { return at::tanh_backward(gradient, value); }},
    {.primitive = Primitive::Sigmoid,
     .value = [](const Tensor& x) { return at::sigmoid(x); },
     .gradient = [](const Tensor& gradient, const Tensor& /*x*/,
                    const Tensor& value) { return at::sigmoid_backward(gradient, value); }},
    {.primitive = Primitive::Relu,
     .value = [](const Tensor& x) { return at::relu(x); },
     .gradient = [](const Tensor& gradient, const Tensor& /*x*/,
                    const Tensor& value) { return at::threshold_backward(gradient, value, 0); }},
    {.primitive = Primitive::Exp,
     .value = [](const Tensor& x) { return at::exp(x); },
     .gradient = [](const Tensor& gradient, const Tensor& /*x*/,
                    const Tensor& value) { return at::mul(gradient, value); }},
});

constexpr const TensorFunction* entryFor(Primitive primitive) {
    const auto* const found =
        std::find_if(kFunctions.begin(), kFunctions.end(),
                     [primitive](const TensorFunction& function) { return function.primitive == primitive; });
    return found == kFunctions.end() ? nullptr : found;
}
static_assert(std::all_of(kPrimitives.begin(), kPrimitives.end(), [](const PrimitiveEntry& entry) {
    return isFunction(entry.primitive) == (entryFor(entry.primitive) != nullptr);
}));

} // namespace

const TensorFunction& tensorFunction(Primitive function) {
    const TensorFunction* const found = entryFor(function);
    BATCHSCOPE_CHECK(found != nullptr);
    return *found;
}

} // namespace batchscope
