// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Execution`: the results of one run, which are its state (the values of all nodes), trace, phase times and outputs.
#pragma once

#include "core/trace/recorded_state.h"
#include "core/trace/run_report.h"
#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Move-only. Values are read from the state by `Value`, so code that compares, searches or shows values does not
/// depend on the memory layout of an executor.
class Execution {
public:
    struct Stores; // the interpreter's state, defined in tensors_torch.h

    /// `state` must not be null.
    explicit Execution(std::shared_ptr<RecordedState> state);
    Execution(Execution&&) noexcept = default;
    Execution& operator=(Execution&&) noexcept = default;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;
    ~Execution() = default;

    [[nodiscard]] Trace& trace() { return m_trace; }
    [[nodiscard]] const Trace& trace() const { return m_trace; }
    /// The executor sets the phases from plan to readout and, when training, backward; its caller adds the others.
    [[nodiscard]] PhaseSeconds& seconds() { return m_seconds; }
    [[nodiscard]] const PhaseSeconds& seconds() const { return m_seconds; }
    /// The requested values, row after row in order of request; rows may differ in width.
    [[nodiscard]] std::vector<double>& outputs() { return m_outputs; }
    [[nodiscard]] const std::vector<double>& outputs() const { return m_outputs; }

    [[nodiscard]] RecordedState& state() { return *m_state; }
    [[nodiscard]] const RecordedState& state() const { return *m_state; }
    /// The state, for reading values after this run is destroyed. It no longer changes, so any thread may read it.
    [[nodiscard]] std::shared_ptr<const RecordedState> sharedState() const { return m_state; }

private:
    std::shared_ptr<RecordedState> m_state;
    Trace m_trace;
    PhaseSeconds m_seconds;
    std::vector<double> m_outputs;
};

} // namespace batchscope
