// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Executor`: runs schedules of one net. It has two implementations, and this interface has no parameters of either.
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

// A time says how long a run took; these figures say what work it did: launches, products, copies, memory. They are
// counted, so they are the same on every machine; with the rooflines they show how close a run is to its limit.

struct RunFigures {
    ExecutorKind executor = ExecutorKind::LibTorch;
    std::size_t launches = 0;    ///< forward: the engine's copies, products and kernels, or LibTorch calls of bodies
    double productFlops = 0.0;   ///< multiplications and additions of products, including the backward pass when
                                 ///< training; 0 for a net with opaque ops, whose products are not known
    std::size_t bytesCopied = 0; ///< forward: static rows copied into place and rows gathered
    std::size_t memoryBytes = 0; ///< the run's state, including gradients when training; weights are not counted
};

enum class Recording {
    Seconds, ///< phases only, for timing
    Full,    ///< also the events of every batch
};

/// The inputs of a run. All of it must stay alive until the run is over.
struct PlannedRun {
    const OpGraph& graph;     ///< a graph of the executor's net
    const Schedule& schedule; ///< a valid schedule of the graph (validate.h)
    const Parameters& parameters;
    Work work;
    Recording recording;
    const RunControl& control;
    /// The seed of calls that run alone. The random numbers of such a call, such as a dropout mask, depend on this seed
    /// and the node only: they are the same in the backward pass and in every run of the graph with this seed.
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

    /// Runs on the threads set in machine.h. Backend error if memory runs out or LibTorch fails (the message names
    /// batch, op and operand shapes); Config error if the engine's state takes more than memoryLimit(); Cancelled if
    /// stopped between batches; when training, also the error of checkTargets (loss.h).
    [[nodiscard]] virtual Result<FinishedRun> run(const PlannedRun& planned) = 0;

    /// The figures of the last run. CHECKs that there was one.
    [[nodiscard]] virtual RunFigures figures() const = 0;
};

/// The options under which this net can run. The engine runs bodies only, so a net with opaque ops always runs on
/// LibTorch. A front end says so if the result differs from `options`.
[[nodiscard]] ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options);

/// The order of rows in schedules for such an executor: `asked` for the interpreter, which lays rows out in schedule
/// order, so that row_order.h saves copies; RowOrder::Created for the engine, which places rows itself.
[[nodiscard]] RowOrder rowOrderFor(const OpSet& ops, const ExecutorOptions& options, RowOrder asked);

/// The work of such an executor for each batch in the first run of the schedule; in later runs, the engine may find
/// products in a table. Runs nothing. O(nodes + arguments).
[[nodiscard]] BatchViews plannedViews(const OpGraph& graph, const Schedule& schedule, const ExecutorOptions& options,
                                      Work work);

/// Makes an executor for the graphs of one net, with the options executorFor(ops, options).
[[nodiscard]] std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options);

} // namespace batchscope
