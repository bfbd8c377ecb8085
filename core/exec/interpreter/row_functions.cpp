// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/row_functions_torch.h"

#include "core/base/check.h"

#include <ATen/ops/_log_softmax_backward_data.h>
#include <ATen/ops/_softmax_backward_data.h>
#include <ATen/ops/amax.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/div.h>
#include <ATen/ops/eq.h>
#include <ATen/ops/index_select.h>
#include <ATen/ops/log_softmax.h>
#include <ATen/ops/matmul.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/native_layer_norm.h>
#include <ATen/ops/native_layer_norm_backward.h>
#include <ATen/ops/ones.h>
#include <ATen/ops/softmax.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/zeros.h>

#include <array>

namespace batchscope {

namespace {

using at::Tensor;

Tensor overColumns(const Tensor& x) {
    return at::sum(x, at::IntArrayRef{1}, true);
}

/// Reshapes rows to [rows, height, width].
Tensor asMatrices(const Tensor& rows, std::int64_t width) {
    return rows.reshape({rows.size(0), rows.size(1) / width, width});
}

Tensor outer(const Tensor& left, const Tensor& right) {
    return at::mul(left.unsqueeze(2), right.unsqueeze(1)).flatten(1);
}

Tensor transposed(const Tensor& matrices, std::int64_t columns) {
    return asMatrices(matrices, columns).transpose(1, 2).flatten(1);
}

Tensor sumOfItems(const Tensor& items, const BodyBatch& batch) {
    return at::zeros({batch.size, items.size(1)}, batch.dtype).index_add_(0, batch.itemNodes, items);
}

/// The number of items of each node, at least 1: [size, 1].
Tensor itemCounts(const BodyBatch& batch) {
    return at::clamp_min(sumOfItems(at::ones({batch.itemNodes.size(0), 1}, batch.dtype), batch), 1);
}

Tensor largestItems(const Tensor& items, const BodyBatch& batch) {
    const Tensor nodes = batch.itemNodes.unsqueeze(1).expand(items.sizes());
    return at::zeros({batch.size, items.size(1)}, batch.dtype).scatter_reduce_(0, nodes, items, "amax", false);
}

/// 1 in each entry where the tensors are equal, else 0.
Tensor ties(const Tensor& x, const Tensor& top) {
    return at::eq(x, top).to(x.scalar_type());
}

std::array<Tensor, 3> layerNorm(const Tensor& x, double epsilon) {
    const auto [normed, mean, scale] = at::native_layer_norm(x.contiguous(), {x.size(1)}, {}, {}, epsilon);
    return {normed, mean, scale};
}

} // namespace

Tensor rowFunctionValue(const BodyValue& value, const BodyValues& values, const BodyBatch& batch) {
    const Tensor& left = values[value.left];
    switch (value.primitive) {
    case Primitive::RowSum: return overColumns(left);
    case Primitive::RowMax: return at::amax(left, at::IntArrayRef{1}, true);
    case Primitive::Dot: return overColumns(at::mul(left, values[value.right]));
    case Primitive::Widen: return left.expand({left.size(0), value.width});
    case Primitive::Softmax: return at::softmax(left, 1);
    case Primitive::LogSoftmax: return at::log_softmax(left, 1);
    case Primitive::LayerNorm: return layerNorm(left, value.number)[0];
    case Primitive::Outer: return outer(left, values[value.right]);
    case Primitive::Transpose: return transposed(left, static_cast<std::int64_t>(value.number));
    case Primitive::MatVec: {
        const Tensor& right = values[value.right];
        return at::matmul(asMatrices(left, right.size(1)), right.unsqueeze(2)).squeeze(2);
    }
    case Primitive::SegmentMean: return at::div(sumOfItems(left, batch), itemCounts(batch));
    case Primitive::SegmentMax: return largestItems(left, batch);
    default: break;
    }
    BATCHSCOPE_CHECK(false);
    return {};
}

RowGradients rowFunctionGradients(const BodyValue& value, const BodyValues& values, const BodyBatch& batch,
                                  const Tensor& result, const Tensor& gradient) {
    const Tensor& left = values[value.left];
    const Tensor right = value.right.valid() ? values[value.right] : Tensor();
    switch (value.primitive) {
    case Primitive::RowSum: return {gradient.expand({gradient.size(0), left.size(1)}), {}};
    case Primitive::RowMax: {
        const Tensor tied = ties(left, result);
        return {at::mul(tied, at::div(gradient, overColumns(tied))), {}};
    }
    case Primitive::Dot: return {at::mul(gradient, right), at::mul(gradient, left)};
    case Primitive::Widen: return {overColumns(gradient), {}};
    case Primitive::Softmax: return {at::_softmax_backward_data(gradient, result, 1, left.scalar_type()), {}};
    case Primitive::LogSoftmax: return {at::_log_softmax_backward_data(gradient, result, 1, left.scalar_type()), {}};
    case Primitive::LayerNorm: {
        const auto [normed, mean, scale] = layerNorm(left, value.number);
        const Tensor whole = gradient.expand({left.size(0), left.size(1)}).contiguous();
        return {std::get<0>(at::native_layer_norm_backward(whole, left.contiguous(), {left.size(1)}, mean, scale, {},
                                                           {}, {true, false, false})),
                {}};
    }
    case Primitive::Outer: {
        const Tensor matrices = asMatrices(gradient, right.size(1));
        return {at::sum(at::mul(matrices, right.unsqueeze(1)), at::IntArrayRef{2}),
                at::sum(at::mul(matrices, left.unsqueeze(2)), at::IntArrayRef{1})};
    }
    case Primitive::Transpose: return {transposed(gradient, value.width / static_cast<std::int64_t>(value.number)), {}};
    case Primitive::MatVec:
        return {outer(gradient, right),
                at::sum(at::mul(asMatrices(left, right.size(1)), gradient.unsqueeze(2)), at::IntArrayRef{1})};
    case Primitive::SegmentMean:
        return {at::index_select(at::div(gradient, itemCounts(batch)), 0, batch.itemNodes), {}};
    case Primitive::SegmentMax: {
        const Tensor tied = ties(left, at::index_select(result, 0, batch.itemNodes));
        const Tensor shares = at::div(gradient, at::clamp_min(sumOfItems(tied, batch), 1));
        return {at::mul(tied, at::index_select(shares, 0, batch.itemNodes)), {}};
    }
    default: break;
    }
    BATCHSCOPE_CHECK(false);
    return {};
}

} // namespace batchscope
