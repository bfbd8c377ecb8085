// SPDX-License-Identifier: GPL-3.0-or-later
//
// `Executor`: runs schedules of one net. There are two implementations, and none of their parameters is here: the
// interpreter (core/exec/interpreter), which runs the bodies as they are written, one LibTorch call a primitive, and is
// the reference; and the engine (core/exec/engine), which runs what core/plan made of them.
//
//     const std::unique_ptr<Executor> executor = makeExecutor(graph.ops, EngineOptions());
//     Result<FinishedRun> run = executor->run({graph, schedule, parameters, Work::Training, Recording::Seconds,
//     control});
//
// An executor keeps what its next run can use: compiled ops, packed weights, memory. It is not for two threads at once;
// what its runs made may be read on any thread, also while it runs again, and outlives it.
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

// A time says what a run took, these say what it asked for: launches, products, copies, memory. Counted, so they are
// the same on every machine; with the rooflines they tell how near to its limit a run comes.

struct RunFigures {
    ExecutorKind executor = ExecutorKind::LibTorch;
    std::size_t launches = 0;    ///< forward: copies, products and kernels of the engine; else LibTorch calls of bodies
    double productFlops = 0.0;   ///< multiplications and additions of products, the backward pass's too when training;
                                 ///< 0 also where an opaque op is called, of which nothing is known
    std::size_t bytesCopied = 0; ///< forward: static rows put into place, and rows gathered
    std::size_t memoryBytes = 0; ///< of the run's state, gradients too when training; weights not counted
};

enum class Recording {
    Seconds, ///< phases only: what a timing run needs
    Full,    ///< and the events of every batch
};

/// What is to be run; all of it must live until the run is over, and no longer.
struct PlannedRun {
    const OpGraph& graph;     ///< of the executor's net
    const Schedule& schedule; ///< of the graph, valid (validate.h)
    const Parameters& parameters;
    Work work;
    Recording recording;
    const RunControl& control;
    /// What a call that runs alone draws at random, such as the mask of a dropout, follows from this number and the
    /// node: the same in the backward pass, and in every run of the graph with this number, whatever its schedule.
    std::uint64_t draw = 0;
};

/// What a planned run made. Its seconds hold all that the executor did, planning included.
struct FinishedRun {
    Execution execution;
    std::optional<Gradients> gradients; ///< of training
};

class Executor {
public:
    Executor() = default;
    Executor(const Executor&) = delete;
    Executor& operator=(const Executor&) = delete;
    virtual ~Executor() = default;

    /// Its threads are those of machine.h. Backend error when memory runs out or LibTorch fails (the message names
    /// batch, op and operand shapes); Config error when the engine's state takes more than memoryLimit(); Cancelled
    /// when stopped between batches; training also has the error of checkTargets (loss.h).
    [[nodiscard]] virtual Result<FinishedRun> run(const PlannedRun& planned) = 0;

    /// What the last run asked of the machine. CHECKs that there was one.
    [[nodiscard]] virtual RunFigures figures() const = 0;
};

/// The options under which this net can run: the engine knows bodies only, so a net with opaque ops runs on LibTorch
/// whatever was asked for. A front end says so where it differs from what was asked.
[[nodiscard]] ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options);

/// The order of rows in the schedules that such an executor runs: as asked for where it lays rows out as the schedule
/// orders them, so that row_order.h saves copies. The engine places rows itself.
[[nodiscard]] RowOrder rowOrderFor(const OpSet& ops, const ExecutorOptions& options, RowOrder asked);

/// What such an executor does for each batch when it runs the schedule for the first time: later runs of the engine may
/// have products in a table. Nothing runs. Cost O(nodes + arguments).
[[nodiscard]] BatchViews plannedViews(const OpGraph& graph, const Schedule& schedule, const ExecutorOptions& options,
                                      Work work);

/// An executor of the graphs of one net, made for executorFor(ops, options).
[[nodiscard]] std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options);

} // namespace batchscope
