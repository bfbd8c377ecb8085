// SPDX-License-Identifier: GPL-3.0-or-later
//
// One finished run: the state of every node (which is also the recording), the trace and the time of each phase.
#pragma once

#include "core/trace/recorded_state.h"
#include "core/trace/run_report.h"
#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Move-only. Single values are read from its state by `Value`: each executor has its own memory layout, and code that
/// compares, searches or shows values does not depend on it.
class Execution {
public:
    struct Stores; // the interpreter's state, defined in tensors_torch.h

    /// Not null.
    explicit Execution(std::shared_ptr<RecordedState> state);
    Execution(Execution&&) noexcept = default;
    Execution& operator=(Execution&&) noexcept = default;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;
    ~Execution() = default;

    [[nodiscard]] Trace& trace() { return m_trace; }
    [[nodiscard]] const Trace& trace() const { return m_trace; }
    /// Gather, compute, scatter and readout; the caller adds the earlier phases.
    [[nodiscard]] PhaseSeconds& seconds() { return m_seconds; }
    [[nodiscard]] const PhaseSeconds& seconds() const { return m_seconds; }
    /// Requested values, one row after the other in order of request; rows may differ in width.
    [[nodiscard]] std::vector<double>& outputs() { return m_outputs; }
    [[nodiscard]] const std::vector<double>& outputs() const { return m_outputs; }

    [[nodiscard]] RecordedState& state() { return *m_state; }
    [[nodiscard]] const RecordedState& state() const { return *m_state; }
    /// Keeps the values readable after this run is destroyed. They no longer change, so any thread may read them.
    [[nodiscard]] std::shared_ptr<const RecordedState> sharedState() const { return m_state; }

private:
    std::shared_ptr<RecordedState> m_state;
    Trace m_trace;
    PhaseSeconds m_seconds;
    std::vector<double> m_outputs;
};

} // namespace batchscope
