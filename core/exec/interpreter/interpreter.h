// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Interpreter`: the plain bodies, one LibTorch call a primitive. It plans a schedule's wiring (batch_plan.h), then
// gathers, computes and scatters batch by batch, and in training does the same in reverse. Regular and folded runs go
// through it with the same weights and the same kernels; only the schedule differs.
#pragma once

#include "core/exec/executor.h"

#include <optional>

namespace batchscope {

class Interpreter final : public Executor {
public:
    explicit Interpreter(InterpreterOptions options) : m_options(options) {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override;
    [[nodiscard]] RunFigures figures() const override;

private:
    InterpreterOptions m_options;
    std::optional<RunFigures> m_figures; // of the last run
};

} // namespace batchscope
