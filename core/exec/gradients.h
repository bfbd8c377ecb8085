// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: training runs the batches once more, in reverse. The gradients of the state lie in stores of the same layout as
// the state, so that the plan's wiring serves both ways: what was gathered is added back to the rows it came from.
//
// Loss: the mean of -log softmax(logits)[target] over the requested values that have a target; where none has one, the
// sum of all requested numbers, so that every net has a gradient.
#pragma once

#include "core/exec/executor.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Move-only; holds the tensors.
class Gradients {
public:
    struct Tensors; // defined in tensors_torch.h

    Gradients(std::unique_ptr<Tensors> tensors, double loss);
    Gradients(Gradients&&) noexcept;
    Gradients& operator=(Gradients&&) noexcept;
    Gradients(const Gradients&) = delete;
    Gradients& operator=(const Gradients&) = delete;
    ~Gradients();

    [[nodiscard]] double loss() const { return m_loss; }
    /// ∂loss/∂parameter, row after row, widened to double.
    [[nodiscard]] std::vector<double> parameter(ParamId id) const;
    /// ∂loss/∂value for one row of the state.
    [[nodiscard]] std::vector<double> row(Block place) const;

private:
    std::unique_ptr<Tensors> m_tensors;
    double m_loss = 0.0;
};

/// Batches in reverse over a finished run; its trace gets the backward events (Recording::Full) and its seconds the
/// backward phase. Errors as execute().
[[nodiscard]] Result<Gradients> backward(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                         const Parameters& parameters, Recording recording, const RunControl& control,
                                         Execution& execution, Stacking stacking = Stacking::Gather);

} // namespace batchscope
