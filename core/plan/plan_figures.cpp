// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_figures.h"

#include "core/plan/gradient_plan.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Numbers that one launch of a kernel reads and writes.
std::size_t numbersMoved(const NetCode& code, const LaunchPlan& plan, const KernelLaunch& launch) {
    const CellCode& cell = code.ops[launch.op];
    const CodeKernel& kernel = cell.kernels[launch.kernel];
    const PlannedBatch& batch = plan.batches[launch.batch.index()];
    std::size_t rows = kernel.formula.stores.size() * launch.rows;
    for (const TermNode& term : kernel.formula.terms) {
        if (term.code != TermCode::Load && term.code != TermCode::SegmentSum) {
            continue;
        }
        const std::uint32_t operand = kernel.inputs[term.input];
        if (cell.operands[operand].source != OperandSource::Parameter) {
            rows += plan.operands[batch.operands + operand].count;
        }
    }
    return rows * static_cast<std::size_t>(kernel.formula.width);
}

} // namespace

PlanFigures figuresOf(const NetCode& code, const LaunchPlan& plan, DType dtype) {
    PlanFigures figures{.products = plan.products.size(), .kernels = plan.kernels.size()};
    std::size_t copied = 0;
    for (const CopyLaunch& copy : plan.copies) {
        figures.copies += plan.launching == Launching::Shared && copy.count > 0 ? 1 : 0;
        figures.rows += copy.count;
        copied += std::size_t{copy.count} * static_cast<std::size_t>(copy.width);
    }
    figures.copies += plan.copySteps.size();
    figures.rows += plan.rowsEnd - plan.firstDynamicRow;
    for (const ProductLaunch& launch : plan.products) {
        const ProductGroup& group = code.groups[launch.group];
        figures.productFlops += group.flops(launch.rows);
        if (launch.gathered != kNoIndex) {
            copied += std::size_t{launch.rows} * static_cast<std::size_t>(group.inner);
        }
    }
    std::size_t moved = 0;
    for (const KernelLaunch& launch : plan.kernels) {
        moved += numbersMoved(code, plan, launch);
    }
    figures.bytesCopied = copied * bytesOf(dtype);
    figures.bytesElementwise = moved * bytesOf(dtype);
    figures.bytesMemory = std::size_t{plan.end} * kRowUnit;
    return figures;
}

double gradientFlopsOf(const NetCode& code, const LaunchPlan& plan, const GradientPlan& gradients) {
    double flops = 0.0;
    for (const ProductGradient& gradient : gradients.products) {
        const ProductLaunch& launch = plan.products[gradient.launch];
        flops += code.groups[launch.group].flops(launch.rows);
    }
    for (const WeightGradient& gradient : gradients.weights) {
        flops += code.groups[gradient.group].flops(gradient.rows);
    }
    return flops;
}

} // namespace batchscope
