// SPDX-License-Identifier: GPL-3.0-or-later
//
// `TensorCall`: an opaque op (core/graph/op_call.h) as a function of tensors. The interpreter calls it once a batch
// with the rows of the batch, and takes its gradients by LibTorch's autograd. For this room and core/scripts.
#pragma once

#include "core/exec/interpreter/tensors_torch.h"
#include "core/graph/op_call.h"

#include <vector>

namespace batchscope {

class TensorCall : public OpCall {
public:
    /// `arguments`: by slot, rows [size, width] or integers [size] (int64). `parameters`: as parameters() lists them,
    /// each [rows, columns] as specified. Returns one tensor [size, width] for each output. What it is given must not
    /// be changed. Throws what LibTorch throws.
    [[nodiscard]] virtual std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                                      const std::vector<at::Tensor>& parameters) const = 0;
};

} // namespace batchscope
