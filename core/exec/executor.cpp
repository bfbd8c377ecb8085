// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/executor.h"

#include "core/base/check.h"
#include "core/exec/engine/engine.h"
#include "core/exec/recorded_batches.h"
#include "core/exec/torch_parts.h"
#include "core/plan/cell_code.h"
#include "core/plan/launch_plan.h"
#include "core/schedule/batch_plan.h"

#include <fmt/format.h>

namespace batchscope {

namespace {

/// Runs on the interpreter; the first run opens that part of the program (torch_parts.h).
class LateInterpreter final : public Executor {
public:
    explicit LateInterpreter(const InterpreterOptions& options) : m_options(options) {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override {
        if (!m_interpreter) {
            const Result<const TorchParts*> parts = torchParts();
            TRY(parts);
            m_interpreter = (*parts)->interpreter->make(m_options);
        }
        return m_interpreter->run(planned);
    }
    [[nodiscard]] RunFigures figures() const override {
        BATCHSCOPE_CHECK(m_interpreter != nullptr);
        return m_interpreter->figures();
    }

private:
    InterpreterOptions m_options;
    std::unique_ptr<Executor> m_interpreter;
};

/// The executor of a net with an opaque op that has no implementation: every run fails.
class Refusal final : public Executor {
public:
    explicit Refusal(const Op& op)
        : m_error{
              ErrorCode::Config,
              fmt::format("the op {} is known by what it takes and returns alone, so nothing can be computed; batches, "
                          "explanations and pictures need no values. Why: {}",
                          op.name, op.call->unknown())} {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& /*planned*/) override { return m_error; }
    [[nodiscard]] RunFigures figures() const override { return {}; }

private:
    Error m_error;
};

} // namespace

ExecutorOptions executorFor(const OpSet& ops, const ExecutorOptions& options) {
    return ops.hasCalls() && kindOf(options) == ExecutorKind::Engine ? ExecutorOptions(InterpreterOptions()) : options;
}

RowOrder rowOrderFor(const OpSet& ops, const ExecutorOptions& options, RowOrder asked) {
    return kindOf(executorFor(ops, options)) == ExecutorKind::Engine ? RowOrder::Created : asked;
}

namespace {

/// The use of the tables by a run that finds them empty.
template <typename T>
std::vector<TableUse> firstUsesOf(const OpGraph& graph, const NetCode& code, const LaunchPlan& plan) {
    return ProductTables<T>::usesOf(ProductTables<T>().findAll(graph, code, plan), code, plan);
}

} // namespace

BatchViews plannedViews(const OpGraph& graph, const Schedule& schedule, const ExecutorOptions& options, Work work) {
    const ExecutorOptions runnable = executorFor(graph.ops, options);
    if (const auto* const interpreter = std::get_if<InterpreterOptions>(&runnable)) {
        return viewsOfCalls(graph, schedule, makePlan(graph, schedule), interpreter->stacking);
    }
    const NetCode code = compileNet(graph.ops, engineOrUsual(runnable).passes);
    const LaunchPlan plan =
        makeLaunchPlan({code, graph, schedule, planOptionsFor(graph.ops, code, work == Work::Training)});
    if (!plan.fits()) { // such a run would be rejected
        return viewsOfCalls(graph, schedule, makePlan(graph, schedule), Stacking::Gather);
    }
    const bool isSingle = graph.ops.dtype == DType::Float32;
    const std::vector<TableUse> uses =
        isSingle ? firstUsesOf<float>(graph, code, plan) : firstUsesOf<double>(graph, code, plan);
    return viewsOf({graph, code, plan, uses});
}

std::unique_ptr<Executor> makeExecutor(const OpSet& ops, const ExecutorOptions& options) {
    if (const Op* const unknown = ops.unknownOp()) {
        return std::make_unique<Refusal>(*unknown);
    }
    const ExecutorOptions runnable = executorFor(ops, options);
    if (const auto* const engine = std::get_if<EngineOptions>(&runnable)) {
        return std::make_unique<Engine>(ops, *engine);
    }
    return std::make_unique<LateInterpreter>(std::get<InterpreterOptions>(runnable));
}

} // namespace batchscope
