// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Engine`: the optimizing executor. It runs the plan that core/plan makes of a net and a schedule: products by oneDNN,
// everything else as fused passes over blocks, in one arena, on one team of threads. Under the policy `regular` it
// launches node by node (core/plan/launching.h).
//
// It keeps the compiled ops, packed weights and memory between runs. Memory that a finished run still holds, because
// its values are shown or compared, is leased: it is reused after its last holder has released it.
#pragma once

#include "core/exec/executor.h"
#include "core/plan/plan_figures.h"

#include <memory>

namespace batchscope {

/// The work of a run, counted launch by launch.
struct EngineFigures {
    PlanFigures forward;        ///< products taken from a table count as copies
    double backwardFlops = 0.0; ///< products only; 0 for inference
    std::size_t bytes = 0;      ///< memory of the state, gradients included
};

class Engine final : public Executor {
public:
    Engine(const OpSet& ops, const EngineOptions& options);
    ~Engine() override;

    /// The graph must belong to the net of this engine; CHECKs the number of ops.
    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override;
    [[nodiscard]] RunFigures figures() const override;

    /// The figures of the last run, counted on demand so that runs do not pay for it. CHECKs that there was one.
    [[nodiscard]] EngineFigures launchFigures() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
