// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the optimising executor. It runs what core/passes made of a net and a schedule: products by oneDNN, everything
// else as fused passes over blocks, in one arena, by one team of threads. The interpreter (executor.h) runs the same
// schedule one LibTorch call a primitive; it is the reference, and what the passes are measured against.
//
//     Engine engine(graph.ops, {});
//     auto run = engine.run(graph, schedule, parameters, Work::Training, Recording::Seconds, control);
//
// An engine belongs to one net. It keeps the compiled ops, packed weights and memory from run to run; it is not for two
// threads at once.
#pragma once

#include "core/exec/gradients.h"
#include "core/exec/work.h"
#include "core/kernels/instruction_set.h"
#include "core/passes/pass.h"
#include "core/passes/plan_figures.h"

#include <memory>
#include <optional>

namespace batchscope {

struct NetCode; // core/passes/cell_code.h

struct EngineOptions {
    PassSet passes = PassSet::all();
    InstructionSet instructionSet = bestInstructionSet(); ///< of the fused passes; oneDNN has its own, see gemm.h
    bool operator==(const EngineOptions&) const = default;
};

/// What a run made.
struct EngineRun {
    Execution execution;                ///< seconds: plan (the launches), gather (copies), compute, readout, backward
    std::optional<Gradients> gradients; ///< of training
};

/// What a run asked of the machine.
struct EngineFigures {
    PlanFigures forward;        ///< without products that a table had; with copies out of it
    double backwardFlops = 0.0; ///< of the products; 0 for inference
    std::size_t bytes = 0;      ///< of memory, gradients and all
};

class Engine {
public:
    Engine(const OpSet& ops, EngineOptions options);
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    /// The graph must be one of this net's. Its threads are those of machine.h. Config error when its state
    /// takes more than memoryLimit(), Backend error when memory runs out; Cancelled when stopped between launches;
    /// training also has the error of checkTargets (loss.h).
    [[nodiscard]] Result<EngineRun> run(const OpGraph& graph, const Schedule& schedule, const Parameters& parameters,
                                        Work work, Recording recording, const RunControl& control);

    /// Of the last run; counted now, so that a run does not pay for it. CHECKs that there was one.
    [[nodiscard]] EngineFigures figures() const;
    [[nodiscard]] const NetCode& code() const;
    [[nodiscard]] const EngineOptions& options() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace batchscope
