// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what Parameters and Execution hide. Only files of core/exec include this, because it shows LibTorch types.
#pragma once

#include "core/exec/execution.h"
#include "core/exec/parameters.h"

#include <ATen/core/Tensor.h>

#include <vector>

namespace batchscope {

struct Parameters::Tensors {
    IdVector<ParamId, at::Tensor> values;     ///< as specified: [rows, columns]
    IdVector<ParamId, at::Tensor> transposed; ///< views [columns, rows], so that a linear map is x · transposed
};

struct Execution::Stores {
    IdVector<StoreId, at::Tensor> stores; ///< [rows, width], contiguous
};

[[nodiscard]] inline at::ScalarType scalarType(DType dtype) {
    return dtype == DType::Float32 ? at::kFloat : at::kDouble;
}

} // namespace batchscope
