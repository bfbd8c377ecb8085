// SPDX-License-Identifier: GPL-3.0-or-later
//
// `TensorCall`: an opaque op (core/graph/op_set.h) as a function of tensors. The interpreter calls it once per batch
// with the rows of the batch. Used only in this folder and in core/scripts.
#pragma once

#include "core/base/progress.h"
#include "core/exec/interpreter/tensors_torch.h"
#include "core/graph/op_set.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace batchscope {

struct CallContext {
    std::optional<std::uint64_t> seed = {}; ///< for random numbers; nullopt if the call is not known to draw any
    std::uint64_t weights = 0;              ///< Parameters::version() of the parameters; 0 if not known
    const RunControl* control = nullptr;    ///< checked by a call that can be stopped; null: the call runs to its end
};

/// Seeds LibTorch's CPU generator, which all calls share. While this object exists, other calls with a seed wait. Has
/// no effect without a seed.
class SeededDraws {
public:
    explicit SeededDraws(std::optional<std::uint64_t> seed);

private:
    std::unique_lock<std::mutex> m_lock;
};

/// Undefined for tensors that no result depends on.
struct CallGradients {
    std::vector<at::Tensor> arguments = {};  ///< by slot
    std::vector<at::Tensor> parameters = {}; ///< in the order of the call's parameters
};

class TensorCall : public OpCall {
public:
    /// `arguments`: by slot, rows [size, width] or integers [size] (int64). `parameters`: in the order of parameters(),
    /// each [rows, columns] as specified. Returns one tensor [size, width] for each output. Must not change its inputs.
    /// Throws what LibTorch throws.
    [[nodiscard]] virtual std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                                      const std::vector<at::Tensor>& parameters,
                                                      const CallContext& context) const = 0;
    /// `outputGradients`: by output. Uses LibTorch's autograd, for which everything is computed again.
    [[nodiscard]] virtual CallGradients gradients(const std::vector<at::Tensor>& arguments,
                                                  const std::vector<at::Tensor>& parameters,
                                                  const std::vector<at::Tensor>& outputGradients,
                                                  const CallContext& context) const;
};

} // namespace batchscope
