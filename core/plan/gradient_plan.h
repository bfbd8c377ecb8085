// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the launches of a plan in reverse. A gradient is written, not added, wherever a row has one reader; a row with
// several gets a slot for each, which are summed once, so threads never add to one row at a time and the result does
// not depend on how many there are. Weight gradients wait until all rows have theirs: then each is one product; with
// Launching::PerBatch each launch has its own.
//
// The gradient of the row at offset o lies at shift + o in the same memory; slots lie behind.
#pragma once

#include "core/plan/launch_plan.h"

#include <vector>

namespace batchscope {

/// Sums slots into rows.
struct ReduceLaunch {
    std::int32_t width = 0;
    StoreMode mode = StoreMode::Write;
    std::uint32_t rows = 0;
    std::uint32_t targets = 0;   ///< into GradientPlan::offsets
    std::uint32_t segments = 0;  ///< into GradientPlan::segments, rows + 1 entries
    std::uint32_t firstSlot = 0; ///< into GradientPlan::offsets
};

/// gradient of rows (+)= gradient of products · weightsᵀ.
struct ProductGradient {
    std::uint32_t launch = 0; ///< into LaunchPlan::products
    StoreMode mode = StoreMode::Write;
    std::uint32_t scratch = 0; ///< of gathered rows: where the result goes before it is added to the rows
};

/// The chain rule over a kernel.
struct KernelGradient {
    std::uint32_t launch = 0;   ///< into LaunchPlan::kernels
    std::uint32_t bindings = 0; ///< into GradientPlan::bindings
};

struct GradientStep {
    enum class Kind : std::uint8_t { Reduce, Product, Kernel, Weight };
    Kind kind = Kind::Kernel;
    std::uint32_t index = 0;
    BatchId batch;
};

/// weights of a group += rowsᵀ · gradients of their products.
struct WeightGradient {
    GroupId group;
    std::uint32_t rows = 0;
    std::uint32_t input = 0;
    std::uint32_t inputStride = 0;
    std::uint32_t products = 0; ///< offset of the gradient of product row 0
    static constexpr std::size_t kMostWritten = 64;
    std::uint64_t writes = 0; ///< by weight of the group: written, not added; weights beyond kMostWritten are added
};

/// Rows of a table that were looked up, and where their gradients lie. A row may appear more than once.
struct TableGradient {
    ParamId table;
    std::uint32_t begin = 0; ///< into LaunchPlan::staticIds and ::staticOffsets
    std::uint32_t count = 0;
};

/// Where kernels add up the gradient of a parameter that they read as a row: one row for each thread.
struct ParameterSum {
    ParamId param;
    std::uint32_t first = 0;
    std::uint32_t stride = 0;
};

/// Memory that begins at zero.
struct ZeroRange {
    std::uint32_t first = 0;
    std::uint32_t units = 0;
};

struct GradientPlan {
    std::uint32_t shift = 0;
    std::uint64_t end = 0; ///< units of memory in use, gradients and all

    /// As LaunchPlan::fits.
    [[nodiscard]] bool fits() const { return end <= OffsetCursor::kMost; }

    Recycled<std::uint32_t> offsets;
    Recycled<std::uint32_t> segments;
    std::vector<PlannedBinding> bindings; ///< of kernels: inputs, gradients of outputs, gradients of inputs
    std::vector<ReduceLaunch> reduces;
    std::vector<ProductGradient> products;
    std::vector<KernelGradient> kernels;
    std::vector<GradientStep> steps;
    std::vector<ZeroRange> zeros;
    std::vector<std::uint32_t> seeds;    ///< by requested value: where the loss writes its gradient
    std::vector<WeightGradient> weights; ///< Launching::Shared: run after all steps; PerBatch: steps
    std::vector<TableGradient> tables;
    std::vector<ParameterSum> sums;
    /// By ParamId: where its gradient [rows, columns] begins, without gaps between rows; kNoIndex for what is only
    /// looked up.
    std::vector<std::uint32_t> parameters;

    /// Where the gradient of a row lies.
    [[nodiscard]] std::uint32_t gradientOf(std::uint32_t offset) const { return shift + offset; }
};

/// `plan` was made with PlanOptions::forGradients.
[[nodiscard]] GradientPlan makeGradientPlan(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan,
                                            int threads);

} // namespace batchscope
