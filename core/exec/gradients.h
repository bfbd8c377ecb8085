// SPDX-License-Identifier: GPL-3.0-or-later
//
// What training found: the loss, and its gradients by value and by parameter, whichever executor ran.
//
// Loss: the mean of -log softmax(logits)[target] over the requested values that have a target.
#pragma once

#include "core/graph/op_set.h"
#include "core/trace/recorded_state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace batchscope {

/// Where the gradient of one parameter is stored: the sum of `whole` and `rows`. Not a copy: it is valid as long as the
/// gradients are.
template <typename T>
struct ParameterGradient {
    struct Row {
        std::uint32_t index = 0; ///< of the parameter's row
        const T* numbers = nullptr;
    };
    const T* whole = nullptr; ///< [rows, columns], no gaps between rows; null for tables that are only looked up
    std::vector<Row> rows;    ///< of rows that were looked up; one may come several times
};

/// Move-only. Gradients of single values are read from its state.
class Gradients {
public:
    /// ∂loss/∂value by value, and the parameters' gradients. read() may give an empty row for a value that shares its
    /// memory with others, so that only their sum is known; comparisons skip it.
    class State : public RecordedState {
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
    /// The same, to be read longer than these gradients exist.
    [[nodiscard]] const std::shared_ptr<const State>& sharedState() const { return m_state; }

private:
    std::shared_ptr<const State> m_state;
    double m_loss = 0.0;
};

} // namespace batchscope
