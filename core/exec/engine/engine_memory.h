// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's memory: one block for all rows of a run, addressed in units of kRowUnit, and the data needed to find
// values in the block afterwards. A finished run keeps both, as its recording. When the last holder releases the run,
// the engine reuses the memory, which avoids page faults.
#pragma once

#include "core/exec/gradients.h"
#include "core/plan/gradient_plan.h"

#include <cstdlib>
#include <memory>
#include <mutex>

namespace batchscope {

/// A block of memory aligned for any vector. Growing discards its contents.
class Arena {
public:
    /// Makes the block at least this large. Returns false if there is not enough memory.
    [[nodiscard]] bool reserve(std::size_t bytes);
    [[nodiscard]] std::size_t capacity() const { return m_bytes; }
    template <typename T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(m_memory.get());
    }

private:
    struct Free {
        void operator()(void* memory) const { std::free(memory); }
    };
    std::unique_ptr<void, Free> m_memory;
    std::size_t m_bytes = 0;
};

/// Converts an offset to a number of elements of type T.
template <typename T>
[[nodiscard]] constexpr std::size_t elements(Offset units) {
    return std::size_t{units} * (kRowUnit / sizeof(T));
}

class EngineState final : public RecordedState {
public:
    void read(Value value, std::vector<double>& row) const override;
    [[nodiscard]] std::size_t bytes() const override { return arena.capacity(); }

    DType dtype = DType::Float32;
    Arena arena;
    IdVector<ParamId, Offset> parameterOffsets; ///< for parameters that are read as rows; otherwise kNoOffset
    LaunchPlanner planner;                      ///< holds the plan of this state
    GradientPlan gradients;                     ///< only for training

    [[nodiscard]] const LaunchPlan& plan() const { return planner.last(); }
};

/// The gradients of one run, stored in the same block as its state.
class EngineGradients final : public Gradients::State {
public:
    /// The state must be of a training run; its memory holds the gradients.
    EngineGradients(std::shared_ptr<const EngineState> state, const OpSet& ops);

    /// Returns an empty row if the gradient in the value's row includes more than the value's own: for a row that is
    /// shared (equal leaves, forwarded rows, constants) or that the op itself reads again.
    void read(Value value, std::vector<double>& row) const override;
    void readParameter(ParamId id, std::vector<double>& numbers) const override;
    void locate(ParamId id, ParameterGradient<float>& gradient) const override;
    void locate(ParamId id, ParameterGradient<double>& gradient) const override;
    [[nodiscard]] std::size_t bytes() const override;

private:
    [[nodiscard]] bool isShared(RowId row) const;

    std::shared_ptr<const EngineState> m_state;
    IdVector<ParamId, ParamSpec> m_params;
    mutable std::once_flag m_counted;
    mutable IdVector<RowId, std::uint8_t> m_valuesOfRow; ///< number of values in the row, at most 2; see m_counted
};

} // namespace batchscope
