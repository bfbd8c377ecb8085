// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: training runs the batches once more, in reverse. The gradients of the state lie in stores of the same layout as
// the state, so that the plan's wiring serves both ways: what was gathered is added back to the rows it came from.
//
// Loss: the mean of -log softmax(logits)[target] over the requested values that have a target.
#pragma once

#include "core/exec/executor.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace batchscope {

/// Where the gradient of one parameter lies: the sum of `whole` and `rows`. No copy: it is good while the gradients
/// are.
template <typename T>
struct ParameterGradient {
    struct Row {
        std::uint32_t index = 0; ///< of the parameter's row
        const T* numbers = nullptr;
    };
    const T* whole = nullptr; ///< [rows, columns], no gaps between rows; null for tables that are only looked up
    std::vector<Row> rows;    ///< of rows that were looked up; one may come several times
};

/// Move-only. Gradients of single values are read through PlacedGradients (equality.h).
class Gradients {
public:
    /// ∂loss/∂value by value, and the parameters' gradients. read() may give an empty row for a value that shares its
    /// memory with others, so that only their sum is known; comparisons pass over it.
    class State : public RunState {
    public:
        /// Replaces `numbers` by ∂loss/∂parameter, row after row, widened to double.
        virtual void readParameter(ParamId id, std::vector<double>& numbers) const = 0;
        /// Replaces `gradient`. A fault of the program when the net computes in another type.
        virtual void locate(ParamId id, ParameterGradient<float>& gradient) const = 0;
        virtual void locate(ParamId id, ParameterGradient<double>& gradient) const = 0;
    };
    struct Tensors; // the interpreter's, defined in tensors_torch.h

    /// Not null.
    Gradients(std::unique_ptr<const State> state, double loss);

    [[nodiscard]] double loss() const { return m_loss; }
    /// ∂loss/∂parameter, row after row, widened to double.
    [[nodiscard]] std::vector<double> parameter(ParamId id) const;
    [[nodiscard]] const State& state() const { return *m_state; }

private:
    std::unique_ptr<const State> m_state;
    double m_loss = 0.0;
};

/// Batches in reverse over a finished run; its trace gets the backward events (Recording::Full) and its seconds the
/// backward phase. The run must be one of execute(). Errors as there, and of checkTargets (loss.h).
[[nodiscard]] Result<Gradients> backward(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                         const Parameters& parameters, Recording recording, const RunControl& control,
                                         Execution& execution, Stacking stacking = Stacking::Gather);

} // namespace batchscope
