// SPDX-License-Identifier: GPL-3.0-or-later
//
// `TensorCall`: an opaque op (core/graph/op_set.h) as a function of tensors. The interpreter calls it once a batch
// with the rows of the batch. For this room and core/scripts.
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
    std::optional<std::uint64_t> seed = {}; ///< of what it draws at random; none: it draws nothing, as far as is known
    std::uint64_t weights = 0;              ///< Parameters::version() of its parameters; 0: not known
    const RunControl* control = nullptr;    ///< a call that can be stopped looks at it; null: it runs to its end
};

/// While it lives, what this process draws from LibTorch's one generator follows from the seed, and no other call that
/// draws runs. Without a seed, nothing.
class SeededDraws {
public:
    explicit SeededDraws(std::optional<std::uint64_t> seed);

private:
    std::unique_lock<std::mutex> m_lock;
};

/// By slot, and as the call lists its parameters; undefined where a result does not depend on it.
struct CallGradients {
    std::vector<at::Tensor> arguments = {};
    std::vector<at::Tensor> parameters = {};
};

class TensorCall : public OpCall {
public:
    /// `arguments`: by slot, rows [size, width] or integers [size] (int64). `parameters`: as parameters() lists them,
    /// each [rows, columns] as specified. Returns one tensor [size, width] for each output. What it is given must not
    /// be changed. Throws what LibTorch throws.
    [[nodiscard]] virtual std::vector<at::Tensor> run(const std::vector<at::Tensor>& arguments,
                                                      const std::vector<at::Tensor>& parameters,
                                                      const CallContext& context) const = 0;
    /// `outputGradients`: by output. By LibTorch's autograd, for which everything is computed again.
    [[nodiscard]] virtual CallGradients gradients(const std::vector<at::Tensor>& arguments,
                                                  const std::vector<at::Tensor>& parameters,
                                                  const std::vector<at::Tensor>& outputGradients,
                                                  const CallContext& context) const;
};

} // namespace batchscope
