// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/body_interpreter_torch.h"

#include "core/exec/interpreter/elementwise_torch.h"

#include <ATen/ops/add.h>
#include <ATen/ops/addmm.h>
#include <ATen/ops/cat.h>
#include <ATen/ops/full.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/mm.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/sub.h>
#include <ATen/ops/zeros.h>

#include <algorithm>

namespace batchscope {

namespace {

at::Tensor linear(const BodyValue& value, const at::Tensor& input, const Parameters::Tensors& parameters) {
    const at::Tensor& weight = parameters.transposed[value.weight];
    return value.bias.valid() ? at::addmm(parameters.values[value.bias], input, weight) : at::mm(input, weight);
}

/// A shared row stands for as many rows as the other side has.
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

at::Tensor valueOf(const BodyValue& value, const BodyValues& values, const Parameters::Tensors& parameters,
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
    case Primitive::Concat: return concat(values[value.left], values[value.right]);
    case Primitive::Slice: return values[value.left].narrow(1, value.begin, value.width);
    case Primitive::SegmentSum: return segmentSum(values[value.left], batch);
    case Primitive::Spread: return spread(values[value.left], batch);
    default: return tensorFunction(value.primitive).value(values[value.left]);
    }
}

} // namespace

BodyValues bodyValues(const OpBody& body, const Parameters::Tensors& parameters, const BodyBatch& batch) {
    BodyValues values;
    values.reserve(body.values.size());
    for (const BodyValue& value : body.values) {
        values.push_back(valueOf(value, values, parameters, batch));
    }
    return values;
}

std::vector<at::Tensor> runBody(const OpBody& body, const Parameters::Tensors& parameters, const BodyBatch& batch) {
    const BodyValues values = bodyValues(body, parameters, batch);
    std::vector<at::Tensor> outputs;
    outputs.reserve(body.outputs.size());
    for (const BodyId output : body.outputs) {
        outputs.push_back(values[output]);
    }
    return outputs;
}

} // namespace batchscope
