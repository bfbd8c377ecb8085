// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: one finished run: the state of every node (the stores are the recording), the trace and where the time went.
#pragma once

#include "core/schedule/batch_plan.h"
#include "core/trace/run_report.h"
#include "core/trace/trace.h"

#include <memory>
#include <vector>

namespace batchscope {

/// Move-only; holds the tensors.
class Execution {
public:
    struct Stores; // defined in tensors_torch.h

    explicit Execution(std::unique_ptr<Stores> stores);
    Execution(Execution&&) noexcept;
    Execution& operator=(Execution&&) noexcept;
    Execution(const Execution&) = delete;
    Execution& operator=(const Execution&) = delete;
    ~Execution();

    [[nodiscard]] Trace& trace() { return m_trace; }
    [[nodiscard]] const Trace& trace() const { return m_trace; }
    /// gather, compute, scatter and readout; the caller adds what came before.
    [[nodiscard]] PhaseSeconds& seconds() { return m_seconds; }
    [[nodiscard]] const PhaseSeconds& seconds() const { return m_seconds; }
    /// Requested values, one row after the other in order of request; rows may differ in width.
    [[nodiscard]] std::vector<double>& outputs() { return m_outputs; }
    [[nodiscard]] const std::vector<double>& outputs() const { return m_outputs; }
    /// One row of the state, widened to double.
    [[nodiscard]] std::vector<double> row(Block place) const;

    [[nodiscard]] Stores& stores() { return *m_stores; }
    [[nodiscard]] const Stores& stores() const { return *m_stores; }

private:
    std::unique_ptr<Stores> m_stores;
    Trace m_trace;
    PhaseSeconds m_seconds;
    std::vector<double> m_outputs;
};

} // namespace batchscope
