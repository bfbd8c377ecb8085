// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/body_interpreter_torch.h"

#include "core/exec/interpreter/elementwise_torch.h"
#include "core/exec/interpreter/row_functions_torch.h"

#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gt.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/leaky_relu.h>
#include <ATen/ops/maximum.h>
#include <ATen/ops/minimum.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/pow.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

namespace batchscope {

namespace {

at::Tensor linear(const BodyValue& value, const at::Tensor& input, const ParameterTensors& parameters) {
    const at::Tensor& weight = parameters.transposed[value.weight];
    return value.bias.valid() ? at::addmm(parameters.values[value.bias], input, weight) : at::mm(input, weight);
}

/// A shared row is repeated for all rows of the other operand.
at::Tensor concat(const at::Tensor& left, const at::Tensor& right) {
    const std::int64_t rows = std::max(left.size(0), right.size(0));
    return at::cat({left.expand({rows, left.size(1)}), right.expand({rows, right.size(1)})}, 1);
}

at::Tensor segmentSum(const at::Tensor& items, const BodyBatch& batch) {
    return at::zeros({batch.size, items.size(1)}, batch.dtype).index_add_(0, batch.itemNodes, items);
}

at::Tensor spread(const at::Tensor& row, const BodyBatch& batch) {
    return at::index_select(row.expand({batch.size, row.size(1)}), 0, batch.itemNodes);
}

at::Tensor noRow(const at::Tensor& like) {
    return at::zeros({1, 1}, like.options());
}

at::Tensor valueOf(const BodyValue& value, const BodyValues& values, const ParameterTensors& parameters,
                   const BodyBatch& batch) {
    switch (value.primitive) {
    case Primitive::Argument: return batch.arguments[static_cast<std::size_t>(value.argument)];
    case Primitive::Lookup:
        return at::index_select(parameters.values[value.weight], 0,
                                batch.arguments[static_cast<std::size_t>(value.argument)]);
    case Primitive::Fill: return at::full({batch.size, value.width}, value.number, batch.dtype);
    case Primitive::Linear: return linear(value, values[value.left], parameters);
    case Primitive::Add: return at::add(values[value.left], values[value.right]);
    case Primitive::Subtract: return at::sub(values[value.left], values[value.right]);
    case Primitive::Multiply: return at::mul(values[value.left], values[value.right]);
    case Primitive::Divide: return at::div(values[value.left], values[value.right]);
    case Primitive::Minimum: return at::minimum(values[value.left], values[value.right]);
    case Primitive::Maximum: return at::maximum(values[value.left], values[value.right]);
    case Primitive::Step: return stepOf(values[value.left], values[value.right]);
    case Primitive::Mask:
        return at::where(at::gt(values[value.right], 0), values[value.left], noRow(values[value.left]));
    case Primitive::Scale: return at::mul(values[value.left], value.number);
    case Primitive::Shift: return at::add(values[value.left], value.number);
    case Primitive::Power: return at::pow(values[value.left], value.number);
    case Primitive::LeakyRelu: return at::leaky_relu(values[value.left], value.number);
    case Primitive::Concat: return concat(values[value.left], values[value.right]);
    case Primitive::Slice: return values[value.left].narrow(1, value.begin, value.width);
    case Primitive::SegmentSum: return segmentSum(values[value.left], batch);
    case Primitive::Spread: return spread(values[value.left], batch);
    default: break;
    }
    return readsRows(value.primitive) ? rowFunctionValue(value, values, batch)
                                      : tensorFunction(value.primitive).value(values[value.left]);
}

} // namespace

at::Tensor stepOf(const at::Tensor& left, const at::Tensor& right) {
    const auto numbers = [&left](const at::Tensor& flags) { return flags.to(left.scalar_type()); };
    return at::add(numbers(at::gt(left, right)), numbers(at::eq(left, right)), 0.5);
}

BodyValues bodyValues(const OpBody& body, const ParameterTensors& parameters, const BodyBatch& batch) {
    BodyValues values;
    values.reserve(body.values.size());
    for (const BodyValue& value : body.values) {
        values.push_back(valueOf(value, values, parameters, batch));
    }
    return values;
}

std::vector<at::Tensor> runBody(const OpBody& body, const ParameterTensors& parameters, const BodyBatch& batch) {
    const BodyValues values = bodyValues(body, parameters, batch);
    std::vector<at::Tensor> outputs;
    outputs.reserve(body.outputs.size());
    for (const BodyId output : body.outputs) {
        outputs.push_back(values[output]);
    }
    return outputs;
}

} // namespace batchscope
