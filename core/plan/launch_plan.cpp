// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_plan.h"

#include "core/plan/launch_planner.h"

namespace batchscope {

namespace {

/// Empties a plan and keeps its memory.
LaunchPlan emptied(LaunchPlan plan) {
    plan.copies.clear();
    plan.copySteps.clear();
    plan.products.clear();
    plan.kernels.clear();
    plan.steps.clear();
    plan.bindings.clear();
    for (Recycled<std::uint32_t>* const array :
         {&plan.offsets, &plan.segments, &plan.staticIds, &plan.staticOffsets, &plan.lookups, &plan.rowClasses,
          &plan.rowPlaces, &plan.spacePlaces, &plan.valueRows, &plan.uses}) {
        array->clear();
    }
    plan.spaces.clear();
    plan.classes.clear();
    plan.operands.clear();
    plan.batches.clear();
    plan.productFirst.clear();
    plan.groupStride.clear();
    return plan;
}

} // namespace

std::uint32_t LaunchPlan::offsetOf(Value value) const {
    return offsetOf(rowOf(value));
}

PlanOptions planOptionsFor(const OpSet& ops, const NetCode& code, bool forGradients) {
    PlanOptions options{.dtype = ops.dtype, .forGradients = forGradients};
    options.parameterOffsets.assign(ops.params.size(), kNoIndex);
    for (const CellCode& cell : code.ops) {
        for (const CodeOperand& operand : cell.operands) {
            if (operand.source != OperandSource::Parameter) {
                continue;
            }
            std::uint32_t& offset = options.parameterOffsets[operand.param.index()];
            if (offset == kNoIndex) {
                offset = options.begin;
                options.begin += rowUnits(ops.params[operand.param].columns, ops.dtype);
            }
        }
    }
    return options;
}

RowId LaunchPlan::firstRowOf(const NetCode& code, const PlannedBatch& batch, SpaceId space) const {
    RowId row = batch.firstRow;
    for (const SpaceId before : code.ops[batch.op].spaces) {
        if (before == space) {
            break;
        }
        row += code.spaces[before].domain == RowsOf::Items ? batch.items : batch.nodes;
    }
    return row;
}

LaunchPlan makeLaunchPlan(const NetCode& code, const OpGraph& graph, const Schedule& schedule,
                          const PlanOptions& options, LaunchPlan recycled) {
    PlanDraft draft{code,
                    graph,
                    schedule,
                    options,
                    emptied(std::move(recycled)),
                    StaticRows(graph, static_cast<std::uint32_t>(code.spaces.size()), code.passes.has(Pass::Dedup))};
    draft.plan.launching = launchingOf(schedule);
    findRows(draft);
    placeRows(draft);
    if (draft.plan.fits()) {
        launchAll(draft);
    }
    return std::move(draft.plan);
}

} // namespace batchscope
