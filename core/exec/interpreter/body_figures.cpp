// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/interpreter/body_figures.h"

namespace batchscope {

namespace {

/// Calls that an op's body makes, and operations of its products for each row.
struct BodyCost {
    std::size_t calls = 0;
    double flopsOfNodes = 0.0;
    double flopsOfItems = 0.0;
};

BodyCost costOf(const OpSet& ops, const Op& op) {
    if (op.call != nullptr) { // its body has a value for each output
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

} // namespace

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
        figures.productFlops = 0.0; // those of the rest would pass for all
    }
    if (planned.work == Work::Training) {
        figures.productFlops *= 3.0;
        figures.memoryBytes += made.gradients ? made.gradients->state().bytes() : 0;
    }
    return figures;
}

} // namespace batchscope
