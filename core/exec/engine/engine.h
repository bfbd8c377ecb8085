// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Engine`: the optimizing executor. It runs what core/plan made of a net and a schedule: products by oneDNN,
// everything else as fused passes over blocks, in one arena, by one team of threads. Under the policy `regular` it
// launches node by node (core/plan/launching.h).
//
// It keeps the compiled ops, packed weights and memory from run to run. Memory that a finished run still holds, because
// its values are shown or compared, is leased: it is used again when the last holder has released it.
#pragma once

#include "core/exec/executor.h"
#include "core/plan/plan_figures.h"

#include <memory>

namespace batchscope {

/// What a run asked of the machine, launch by launch.
struct EngineFigures {
    PlanFigures forward;        ///< without products that a table had; with copies out of it
    double backwardFlops = 0.0; ///< of the products; 0 for inference
    std::size_t bytes = 0;      ///< of memory, gradients included
};

class Engine final : public Executor {
public:
    Engine(const OpSet& ops, const EngineOptions& options);
    ~Engine() override;

    /// A fault of the program for the graph of another net.
    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override;
    [[nodiscard]] RunFigures figures() const override;

    /// Of the last run; counted now, so that a run does not pay for it. CHECKs that there was one.
    [[nodiscard]] EngineFigures launchFigures() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
