// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: runs an op body on a batch as it is written, one LibTorch call for each primitive. It is the reference that
// every faster way must equal.
#pragma once

#include "core/exec/tensors_torch.h"
#include "core/graph/op_body.h"

#include <span>
#include <vector>

namespace batchscope {

/// `arguments`: by argument of the op, rows [batch, width] or integers [batch] (int64). Returns the outputs [batch,
/// width].
[[nodiscard]] std::vector<at::Tensor> runBody(const OpBody& body, const Parameters::Tensors& parameters,
                                              std::span<const at::Tensor> arguments, std::int64_t batch,
                                              at::ScalarType dtype);

} // namespace batchscope
