// SPDX-License-Identifier: GPL-3.0-or-later
//
// The launches of a plan in reverse. If a row has one reader, its gradient is written, not added. A row with several
// readers gets a slot for each of them, and the slots are summed once, so no two threads add to the same row, and row
// gradients do not depend on the number of threads. Weight gradients are computed after all row gradients, one product
// per block of adjacent rows; with Launching::PerBatch, one per launch.
//
// The gradient of the row at offset o is stored at shift + o in the same memory; slots follow.
//
// The plan is made in stages, each a value that later stages read: slots, readers and parameters (gradient_slots.h),
// launches (gradient_plan.cpp), weights and tables.
#pragma once

#include "core/plan/launch_plan.h"

#include <vector>

namespace batchscope {

/// Sums slots into rows.
struct ReduceLaunch {
    std::int32_t width = 0;
    StoreMode mode = StoreMode::Write;
    std::uint32_t rows = 0;
    GradientListedId targets = {};   ///< first of `rows` entries
    ReduceSegmentId segments = {};   ///< first of rows + 1 entries
    GradientListedId firstSlot = {}; ///< first slot of the first row; the slots of all rows follow
};

/// gradient of rows (+)= gradient of products · weightsᵀ.
struct ProductGradient {
    ProductId launch = {};
    StoreMode mode = StoreMode::Write;
    Offset scratch = 0; ///< for gathered rows: where the result is computed before it is stored in the rows
};

/// A kernel in reverse, by the chain rule.
struct KernelGradient {
    KernelId launch = {};
    IdRange<GradientBindingId> bindings = {}; ///< inputs, gradients of outputs, gradients of inputs
};

struct GradientStep {
    enum class Kind : std::uint8_t { Reduce, Product, Kernel, Weight };
    Kind kind = Kind::Kernel;
    std::uint32_t entry = 0; ///< index into the table of its kind
    BatchId batch = {};      ///< batch whose launch it reverses; invalid for the sums that follow all batches

    [[nodiscard]] ReduceId reduce() const { return ReduceId(entry); }                    ///< only for Reduce
    [[nodiscard]] ProductGradientId product() const { return ProductGradientId(entry); } ///< only for Product
    [[nodiscard]] KernelGradientId kernel() const { return KernelGradientId(entry); }    ///< only for Kernel
    [[nodiscard]] WeightGradientId weight() const { return WeightGradientId(entry); }    ///< only for Weight
};

/// gradients of the weights of a group (+)= rowsᵀ · gradients of the products.
struct WeightGradient {
    GroupId group = {};
    std::uint32_t rows = 0;
    Offset input = 0;
    std::uint32_t inputStride = 0;
    Offset products = 0; ///< offset of the gradient of the first product row
    static constexpr std::size_t kMostWritten = 64;
    std::uint64_t writes = 0; ///< one bit per weight: 1 if written, 0 if added; weights beyond kMostWritten are added
};

/// The looked-up rows of a table, as entries of PlacedRows::staticIds and staticOffsets. A row may occur twice.
struct TableGradient {
    ParamId table = {};
    IdRange<StaticEntryId> rows = {};
};

/// Where kernels sum up the gradient of a parameter that they read as a row: one row per thread.
struct ParameterSum {
    ParamId param = {};
    Offset first = 0;
    std::uint32_t stride = 0;
};

/// Memory that must start at zero.
struct ZeroRange {
    Offset first = 0;
    std::uint32_t units = 0;
};

struct GradientPlan {
    Offset shift = 0;
    std::uint64_t end = 0; ///< units of memory in use, including gradients

    /// Like LaunchPlan::fits().
    [[nodiscard]] bool fits() const { return end <= OffsetCursor::kMost; }

    FlatList<UseId, Offset> useOffsets = {};                ///< where the reader writes the gradient; see ReaderPlaces
    FlatList<GradientListedId, Offset> offsets = {};        ///< targets and slots of reduces
    FlatList<ReduceSegmentId, std::uint32_t> segments = {}; ///< for reduces: first slot by row, and past the last slot
    FlatList<GradientBindingId, PlannedBinding> bindings = {};
    FlatList<ReduceId, ReduceLaunch> reduces = {};
    FlatList<ProductGradientId, ProductGradient> products = {};
    FlatList<KernelGradientId, KernelGradient> kernels = {};
    std::vector<GradientStep> steps = {};
    std::vector<ZeroRange> zeros = {};
    std::vector<Offset> seeds = {}; ///< by requested value: where the loss writes the value's gradient
    FlatList<WeightGradientId, WeightGradient> weights = {}; ///< Shared: run after all steps; PerBatch: run as steps
    std::vector<TableGradient> tables = {};
    FlatList<ParameterSumId, ParameterSum> sums = {};
    /// Where the gradient [rows, columns] of a parameter is stored; kNoOffset if only look-ups, or nothing, use it.
    IdVector<ParamId, Offset> parameters = {};

    /// Where the gradient of the row at `offset` is stored.
    [[nodiscard]] Offset gradientOf(Offset offset) const { return shift + offset; }
};

/// Plans the backward pass of `plan`, which must be made with PlanOptions::forGradients. If either plan does not fit,
/// only `end` of the result is valid.
[[nodiscard]] GradientPlan makeGradientPlan(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan,
                                            int threads);

} // namespace batchscope
