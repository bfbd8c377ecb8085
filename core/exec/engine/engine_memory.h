// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's memory: one block for everything that a run reads and writes, addressed in units of kRowUnit, and what
// is needed to find values in it afterwards. The memory is the recording, so a finished run keeps it. When the last
// holder releases the run, the engine runs in it again, so that no page is touched for the first time twice.
#pragma once

#include "core/exec/gradients.h"
#include "core/plan/gradient_plan.h"

#include <cstdlib>
#include <memory>
#include <mutex>

namespace batchscope {

/// A block of memory aligned for any vector. Growing loses what was there.
class Arena {
public:
    /// Reserves at least this many bytes. False when there is not enough memory.
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

/// Numbers of T from the start of a memory to an offset.
template <typename T>
[[nodiscard]] constexpr std::size_t elements(Offset units) {
    return std::size_t{units} * (kRowUnit / sizeof(T));
}

/// State of one run.
class EngineState final : public RecordedState {
public:
    void read(Value value, std::vector<double>& row) const override;
    [[nodiscard]] std::size_t bytes() const override { return arena.capacity(); }

    DType dtype = DType::Float32;
    Arena arena;
    IdVector<ParamId, Offset> parameterOffsets; ///< of parameters that are read as rows; else kNoOffset
    LaunchPlanner planner;                      ///< holds the plan that the state is of
    GradientPlan gradients;                     ///< of a training run

    [[nodiscard]] const LaunchPlan& plan() const { return planner.last(); }
};

/// Gradients of one run, in the same block.
class EngineGradients final : public Gradients::State {
public:
    /// The state is that of a training run; its memory holds the gradients.
    EngineGradients(std::shared_ptr<const EngineState> state, const OpSet& ops);

    /// Empty for a value whose row is not its own (equal leaves, rows passed on, numbers), or that its op reads itself:
    /// what is stored there is a sum with the gradients of others.
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
    mutable IdVector<RowId, std::uint8_t> m_valuesOfRow; ///< values stored there, up to 2; made when first asked
};

} // namespace batchscope
