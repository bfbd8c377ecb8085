// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/elementwise_torch.h"

#include "core/base/check.h"

#include <ATen/ops/abs.h>
#include <ATen/ops/div.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/log.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/relu.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/sigmoid_backward.h>
#include <ATen/ops/sign.h>
#include <ATen/ops/softplus.h>
#include <ATen/ops/softplus_backward.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/tanh_backward.h>
#include <ATen/ops/threshold_backward.h>

#include <algorithm>
#include <array>

namespace batchscope {

namespace {

using at::Tensor;

constexpr int kLinearFrom = 20; // PyTorch's default: from here on, softplus(x) is x

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
    {.primitive = Primitive::Log,
     .value = [](const Tensor& x) { return at::log(x); },
     .gradient = [](const Tensor& gradient, const Tensor& x, const Tensor& /*value*/) { return at::div(gradient, x); }},
    {.primitive = Primitive::Sqrt,
     .value = [](const Tensor& x) { return at::sqrt(x); },
     .gradient = [](const Tensor& gradient, const Tensor& /*x*/,
                    const Tensor& value) { return at::div(gradient, at::mul(value, 2)); }},
    {.primitive = Primitive::Abs,
     .value = [](const Tensor& x) { return at::abs(x); },
     .gradient = [](const Tensor& gradient, const Tensor& x,
                    const Tensor& /*value*/) { return at::mul(gradient, at::sign(x)); }},
    {.primitive = Primitive::Gelu,
     .value = [](const Tensor& x) { return at::gelu(x); },
     .gradient = [](const Tensor& gradient, const Tensor& x,
                    const Tensor& /*value*/) { return at::gelu_backward(gradient, x); }},
    {.primitive = Primitive::Softplus,
     .value = [](const Tensor& x) { return at::softplus(x); },
     .gradient = [](const Tensor& gradient, const Tensor& x,
                    const Tensor& /*value*/) { return at::softplus_backward(gradient, x, 1, kLinearFrom); }},
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
