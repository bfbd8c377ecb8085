// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/check.h"
#include "core/base/clock.h"
#include "core/exec/executor.h"
#include "core/exec/interpreter/library_threads_torch.h"
#include "core/exec/interpreter/wired_run_torch.h"
#include "core/exec/loss.h"
#include "core/exec/torch_parts.h"
#include "core/schedule/batch_plan.h"

#include <torch/version.h>

#include <optional>
#include <utility>

namespace batchscope {

namespace {

// `Interpreter`: runs the plain bodies with one LibTorch call per primitive. It plans a schedule's wiring
// (batch_plan.h), then gathers, computes and scatters batch by batch; training does the same in reverse. Regular and
// folded runs use the same weights and kernels; only the schedule differs.

class Interpreter final : public Executor {
public:
    explicit Interpreter(InterpreterOptions options) : m_options(options) {}

    [[nodiscard]] Result<FinishedRun> run(const PlannedRun& planned) override;
    [[nodiscard]] RunFigures figures() const override;

private:
    InterpreterOptions m_options;
    std::optional<RunFigures> m_figures; // figures of the last run
};

/// The number of calls that an op's body makes, and the operations of its products per row.
struct BodyCost {
    std::size_t calls = 0;
    double flopsOfNodes = 0.0;
    double flopsOfItems = 0.0;
};

BodyCost costOf(const OpSet& ops, const Op& op) {
    if (op.call != nullptr) { // the body has a value for each output, but there is only one call
        return {.calls = 1};
    }
    BodyCost cost;
    for (const BodyValue& value : op.body.values) {
        cost.calls += value.primitive == Primitive::Argument ? 0 : 1;
        if (value.primitive == Primitive::Linear) {
            const ParamSpec& weight = ops.params[value.weight];
            (value.rows == RowsOf::Items ? cost.flopsOfItems : cost.flopsOfNodes) += 2.0 * weight.rows * weight.columns;
        }
    }
    return cost;
}

/// Counts the work of a run from its schedule and wiring. In the backward pass, each product counts twice: for its rows
/// and for its weights. O(batches).
RunFigures figuresOfBodies(const PlannedRun& planned, const BatchPlan& plan, const FinishedRun& made) {
    const OpGraph& graph = planned.graph;
    const Schedule& schedule = planned.schedule;
    IdVector<OpId, BodyCost> costs;
    for (const Op& op : graph.ops.ops) {
        costs.push_back(costOf(graph.ops, op));
    }
    RunFigures figures{.bytesCopied = plan.bytesGathered, .memoryBytes = made.execution.state().bytes()};
    for (std::size_t index = 0; index < schedule.batchCount(); ++index) {
        const BatchId batch(index);
        const BodyCost& cost = costs[graph.signatures[schedule.batchSignatures[batch]].op];
        figures.launches += cost.calls;
        figures.productFlops += cost.flopsOfNodes * static_cast<double>(schedule.batchSize(batch)) +
                                cost.flopsOfItems * static_cast<double>(plan.items[batch].count);
    }
    if (graph.ops.hasCalls()) {
        figures.productFlops = 0.0; // the known products alone would be mistaken for all
    }
    if (planned.work == Work::Training) {
        figures.productFlops *= 3.0;
        figures.memoryBytes += made.gradients ? made.gradients->state().bytes() : 0;
    }
    return figures;
}

Result<FinishedRun> Interpreter::run(const PlannedRun& planned) {
    if (const Status labeled = planned.work == Work::Training ? checkTargets(planned.graph) : Status(Ok{}); !labeled) {
        return labeled.error();
    }
    const auto start = Clock::now();
    BatchPlan plan = makePlan(planned.graph, planned.schedule);
    const double seconds = secondsSince(start);
    // The places are copied so that values can be read after the schedule is destroyed; this is not part of planning.
    const WiredRun wired{planned,
                         std::make_shared<const StoreLayout>(StoreLayout{planned.schedule.places, std::move(plan)}),
                         m_options.stacking};
    Result<Execution> execution = runForward(wired);
    TRY(execution);
    FinishedRun made{std::move(*execution), std::nullopt};
    made.execution.seconds().plan = seconds;
    if (planned.work == Work::Training) {
        Result<Gradients> gradients = runBackward(wired, made.execution);
        TRY(gradients);
        made.gradients.emplace(std::move(*gradients));
    }
    m_figures = figuresOfBodies(planned, wired.plan(), made);
    return made;
}

RunFigures Interpreter::figures() const {
    BATCHSCOPE_CHECK(m_figures.has_value());
    return *m_figures;
}

} // namespace

const InterpreterPart kInterpreterPart = {
    .make = [](const InterpreterOptions& options) -> std::unique_ptr<Executor> {
        return std::make_unique<Interpreter>(options);
    },
    .torchVersion = [] { return std::string(TORCH_VERSION); },
    .blasName = blasInUse,
    .joinGroup = joinGlooGroup,
};

} // namespace batchscope
