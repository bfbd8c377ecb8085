// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/plan_figures.h"

#include "core/plan/gradient_plan.h"

namespace batchscope {

namespace {

/// The count of numbers that one launch of a kernel reads and writes, parameters aside.
std::size_t numbersMoved(const CountedPlan& counted, const KernelLaunch& launch) {
    const CellCode& cell = counted.code.ops[launch.op];
    const CodeKernel& kernel = cell.kernels[launch.kernel];
    const FoundRows& found = counted.plan.rows;
    const PlannedBatch& batch = found.batches[launch.batch];
    std::size_t numbers = numbersWritten(kernel) * launch.rows;
    forEachRead(kernel, [&](OperandId operand, std::int32_t /*column*/, std::int32_t width) {
        if (cell.operands[operand].source != OperandSource::Parameter) {
            numbers += found.usesOf(batch, operand).size() * static_cast<std::size_t>(width);
        }
    });
    return numbers;
}

} // namespace

PlanFigures figuresOf(const CountedPlan& counted) {
    const LaunchPlan& plan = counted.plan;
    PlanFigures figures{.products = plan.launches.products.size(), .kernels = plan.launches.kernels.size()};
    std::size_t copied = 0;
    for (const CopyLaunch& copy : plan.places.copies) {
        figures.copies += plan.launching == Launching::Shared && !copy.rows.empty() ? 1 : 0;
        figures.rows += copy.rows.size();
        copied += std::size_t{copy.rows.size()} * static_cast<std::size_t>(copy.source.width);
    }
    figures.copies += plan.launches.copySteps.size();
    figures.rows += plan.rows.dynamicRows().size();
    for (const ProductLaunch& launch : plan.launches.products) {
        const ProductGroup& group = counted.code.groups[launch.group];
        figures.productFlops += group.flops(launch.rows);
        if (launch.gathered.valid()) {
            copied += std::size_t{launch.rows} * static_cast<std::size_t>(group.inner);
        }
    }
    std::size_t moved = 0;
    for (const KernelLaunch& launch : plan.launches.kernels) {
        moved += numbersMoved(counted, launch);
    }
    figures.bytesCopied = copied * bytesOf(counted.dtype);
    figures.bytesElementwise = moved * bytesOf(counted.dtype);
    figures.bytesMemory = std::size_t{plan.end()} * kRowUnit;
    return figures;
}

double gradientFlopsOf(const NetCode& code, const LaunchPlan& plan, const GradientPlan& gradients) {
    double flops = 0.0;
    for (const ProductGradient& gradient : gradients.products) {
        const ProductLaunch& launch = plan.launches.products[gradient.launch];
        flops += code.groups[launch.group].flops(launch.rows);
    }
    for (const WeightGradient& gradient : gradients.weights) {
        flops += code.groups[gradient.group].flops(gradient.rows);
    }
    return flops;
}

} // namespace batchscope
