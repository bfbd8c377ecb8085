// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Executor`: runs schedules of one net. It has two implementations, and this interface depends on neither.
// The interpreter (core/exec/interpreter) runs the op bodies as they are written, with one LibTorch call per primitive,
// and is the reference. The engine (core/exec/engine) runs the plan that core/plan makes of the bodies.
//
//     const std::unique_ptr<Executor> executor = makeExecutor(graph.ops, EngineOptions());
//     Result<FinishedRun> run = executor->run({graph, schedule, parameters, Work::Training, Recording::Seconds,
//     control});
//
// An executor keeps what its next run can reuse: compiled ops, packed weights, memory. Only one thread may use it at a
// time. The results of its runs may be read on any thread, also while it runs again, and may outlive it.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/execution.h"
#include "core/exec/executor_options.h"
#include "core/exec/gradients.h"
#include "core/exec/parameters.h"
#include "core/exec/work.h"
#include "core/schedule/row_order.h"
#include "core/trace/batch_view.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace batchscope {

/// The work of a run. Figures are counted, not measured, so they are the same on every machine. Compared with the
/// rooflines of a machine (core/kernels/roofline.h), they show how close a run is to its limit.

struct RunFigures {
    ExecutorKind executor = ExecutorKind::LibTorch;
    std::size_t launches = 0;    ///< forward pass: the engine's copies, products and kernels, or calls of LibTorch
    double productFlops = 0.0;   ///< multiplications and additions of products, including those of the backward pass
                                 ///< when training; 0 for a net with opaque ops, whose products are not known
    std::size_t bytesCopied = 0; ///< forward pass: rows gathered, copied into place or out of product tables
    std::size_t memoryBytes = 0; ///< the run's state, including gradients when training; weights are not counted
};

enum class Recording {
    Seconds, ///< phases only, for timing
    Full,    ///< also the events and the view (BatchView) of every batch
};

/// The inputs of a run. All referenced objects must outlive the run.
struct PlannedRun {
    const OpGraph& graph;     ///< a graph of the executor's net
    const Schedule& schedule; ///< a valid schedule of the graph (validate.h)
    const Parameters& parameters;
    Work work;
    Recording recording;
    const RunControl& control;
    /// The seed for ops that are not batched (Batchable::No). The random numbers of such a call, for example a dropout
    /// mask, depend on this seed and the node only: they are the same in the backward pass and in every run with it.
    std::uint64_t draw = 0;
};

/// The results of a planned run. Its seconds cover all work of the executor, planning included.
struct FinishedRun {
    Execution execution;
    std::optional<Gradients> gradients; ///< only for training
};

class Executor {
public:
    Executor() = default;
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    virtual ~Executor() = default;

    /// Runs on the threads set in machine.h. Config error if an op has no code (OpCall::unknown()), the engine's state
    /// takes more than memoryLimit() or, when training, no output has a target; Backend error if memory runs out, or if
    /// LibTorch cannot be loaded or fails (the message names batch, op and operand shapes); Cancelled when stopped.
    [[nodiscard]] virtual Result<FinishedRun> run(const PlannedRun& planned) = 0;

    /// The figures of the last run. CHECKs that there was one.
    [[nodiscard]] virtual RunFigures figures() const = 0;
};

/// Returns `options`, or InterpreterOptions() if they request the engine for a net with opaque ops: the engine runs
/// bodies only. A front end should tell the user if the result differs from `options`.
[[nodiscard]] ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options);

/// The order of rows in schedules for the executor that makeExecutor() returns: `asked` for the interpreter, which lays
/// rows out in schedule order, so that row_order.h saves copies; RowOrder::Created for the engine, which places rows
/// itself.
[[nodiscard]] RowOrder rowOrderFor(const OpSet& ops, const ExecutorOptions& options, RowOrder asked);

/// The work of that executor for each batch in its first run; in later runs, the engine may find products in a table.
/// If the engine cannot address the memory of the run, returns the work of the interpreter. O(nodes + arguments).
[[nodiscard]] BatchViews plannedViews(const OpGraph& graph, const Schedule& schedule, const ExecutorOptions& options,
                                      Work work);

/// Makes an executor for the graphs of one net, with the options executorFor(ops, options). If an op has no code
/// (OpSet::unknownOp()), all runs of the executor fail.
[[nodiscard]] std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options);

} // namespace batchscope
