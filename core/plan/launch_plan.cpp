// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/launch_plan.h"

namespace batchscope {

PlanOptions planOptionsFor(const OpSet& ops, const NetCode& code, bool forGradients) {
    PlanOptions options{.dtype = ops.dtype,
                        .forGradients = forGradients,
                        .parameterOffsets = IdVector<ParamId, Offset>(ops.params.size(), kNoOffset)};
    for (const CellCode& cell : code.ops) {
        for (const CodeOperand& operand : cell.operands) {
            if (operand.source != OperandSource::Parameter) {
                continue;
            }
            Offset& offset = options.parameterOffsets[operand.param];
            if (offset == kNoOffset) {
                offset = options.begin;
                options.begin += rowUnits(ops.params[operand.param].columns, ops.dtype);
            }
        }
    }
    return options;
}

LaunchPlan makeLaunchPlan(const PlanInput& input) {
    LaunchPlanner planner;
    planner.plan(input);
    return planner.take();
}

const LaunchPlan& LaunchPlanner::plan(const PlanInput& input) {
    LaunchPlan old = take(); // if memory for the new plan runs out, the planner holds none
    LaunchPlan made{.launching = launchingOf(input.schedule), .rows = findRows(input, std::move(old.rows))};
    made.places = placeRows(input, made.rows, std::move(old.places));
    made.launches = launchAll(input, made.rows, made.places, std::move(old.launches));
    m_plan = std::move(made);
    return m_plan;
}

} // namespace batchscope
