// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/body_interpreter_torch.h"

#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sigmoid.h>
#include <ATen/ops/tanh.h>
#include <ATen/ops/zeros.h>

namespace batchscope {

namespace {

at::Tensor linear(const BodyValue& value, const at::Tensor& input, const Parameters::Tensors& parameters) {
    const at::Tensor& weight = parameters.transposed[value.weight];
    return value.bias.valid() ? at::addmm(parameters.values[value.bias], input, weight) : at::mm(input, weight);
}

} // namespace

std::vector<at::Tensor> runBody(const OpBody& body, const Parameters::Tensors& parameters,
                                std::span<const at::Tensor> arguments, std::int64_t batch, at::ScalarType dtype) {
    IdVector<BodyId, at::Tensor> values;
    values.reserve(body.values.size());
    for (const BodyValue& value : body.values) {
        switch (value.primitive) {
        case Primitive::Argument: values.push_back(arguments[static_cast<std::size_t>(value.argument)]); break;
        case Primitive::Lookup:
            values.push_back(at::index_select(parameters.values[value.weight], 0,
                                              arguments[static_cast<std::size_t>(value.argument)]));
            break;
        case Primitive::Zeros: values.push_back(at::zeros({batch, value.width}, dtype)); break;
        case Primitive::Linear: values.push_back(linear(value, values[value.left], parameters)); break;
        case Primitive::Add: values.push_back(at::add(values[value.left], values[value.right])); break;
        case Primitive::Multiply: values.push_back(at::mul(values[value.left], values[value.right])); break;
        case Primitive::Tanh: values.push_back(at::tanh(values[value.left])); break;
        case Primitive::Sigmoid: values.push_back(at::sigmoid(values[value.left])); break;
        case Primitive::Slice: values.push_back(values[value.left].narrow(1, value.begin, value.width)); break;
        }
    }
    std::vector<at::Tensor> outputs;
    outputs.reserve(body.outputs.size());
    for (const BodyId output : body.outputs) {
        outputs.push_back(values[output]);
    }
    return outputs;
}

} // namespace batchscope
