// SPDX-License-Identifier: GPL-3.0-or-later
//
// The results of training: the loss, and its gradients by value and by parameter, for both executors.
//
// Loss: the mean of -log softmax(logits)[target] over the requested values that have a target.
#pragma once

#include "core/graph/op_set.h"
#include "core/trace/recorded_state.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace batchscope {

/// The gradient of one parameter, in place: the sum of `whole` and `rows`. The pointers are valid as long as the state
/// of the gradients exists.
template <typename T>
struct ParameterGradient {
    struct Row {
        std::uint32_t index = 0; ///< row of the parameter
        const T* numbers = nullptr;
    };
    const T* whole = nullptr; ///< [rows, columns], no gaps between rows; null if only lookups read the parameter
    std::vector<Row> rows;    ///< rows that were looked up; a row may occur several times
};

/// Move-only. Gradients of single values are read from the state.
class Gradients {
public:
    /// The gradients in the memory of an executor. read() returns ∂loss/∂value, or an empty row for a value that shares
    /// memory with other values, since only the sum of their gradients is known; comparisons skip such values.
    class State : public RecordedState {
    public:
        /// Replaces `numbers` by ∂loss/∂parameter, row after row, widened to double.
        virtual void readParameter(ParamId id, std::vector<double>& numbers) const = 0;
        /// Replaces `gradient` by the gradient of a parameter. CHECKs that its number type is that of the net.
        virtual void locate(ParamId id, ParameterGradient<float>& gradient) const = 0;
        virtual void locate(ParamId id, ParameterGradient<double>& gradient) const = 0;
    };
    struct Tensors; // the interpreter's gradients, defined in tensors_torch.h

    /// `state` must not be null.
    Gradients(std::unique_ptr<const State> state, double loss);

    [[nodiscard]] double loss() const { return m_loss; }
    /// ∂loss/∂parameter, row after row, widened to double.
    [[nodiscard]] std::vector<double> parameter(ParamId id) const;
    [[nodiscard]] const State& state() const { return *m_state; }
    /// The state, for reading after these gradients are destroyed.
    [[nodiscard]] const std::shared_ptr<const State>& sharedState() const { return m_state; }

private:
    std::shared_ptr<const State> m_state;
    double m_loss = 0.0;
};

} // namespace batchscope
