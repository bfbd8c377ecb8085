// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what Parameters and Execution hide. Only files of core/exec include this, because it shows LibTorch types.
#pragma once

#include "core/exec/execution.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"

#include <ATen/core/Tensor.h>

#include <exception>
#include <string>
#include <vector>

namespace batchscope {

struct Parameters::Tensors {
    IdVector<ParamId, at::Tensor> values;     ///< as specified: [rows, columns]
    IdVector<ParamId, at::Tensor> transposed; ///< views [columns, rows], so that a linear map is x · transposed
};

struct Execution::Stores {
    IdVector<StoreId, at::Tensor> stores; ///< [rows, width], contiguous
};

struct Gradients::Tensors {
    Execution::Stores state;
    IdVector<ParamId, at::Tensor> parameters;
};

/// Rows [first, first + count) of a contiguous matrix, one after the other, widened to double.
[[nodiscard]] std::vector<double> widened(const at::Tensor& matrix, std::size_t first, std::size_t count);

/// Where a run stood when LibTorch threw, for the message.
[[nodiscard]] std::string batchPlace(const OpGraph& graph, const Schedule& schedule, BatchId batch,
                                     const std::string& operandShapes);
/// The first line of a LibTorch failure as a Backend error.
[[nodiscard]] Error backendError(const std::string& place, const std::exception& failure);

[[nodiscard]] inline at::ScalarType scalarType(DType dtype) {
    return dtype == DType::Float32 ? at::kFloat : at::kDouble;
}

} // namespace batchscope
