// SPDX-License-Identifier: GPL-3.0-or-later
//
// The launches of a plan in reverse. A gradient is written, not added, wherever a row has one reader; a row with
// several gets a slot for each, which are summed once, so threads never add to one row at a time and the result does
// not depend on how many there are. Weight gradients wait until all rows have theirs: then each is one product; with
// Launching::PerBatch each launch has its own.
//
// The gradient of the row at offset o is stored at shift + o in the same memory; slots follow.
//
// It is made in stages, each a value that the next ones read: slots and readers (gradient_slots.h), parameters
// (weight_gradients.h), launches (gradient_plan.cpp), weights and tables.
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
    GradientListedId firstSlot = {}; ///< of the first row; those of all rows follow
};

/// gradient of rows (+)= gradient of products · weightsᵀ.
struct ProductGradient {
    ProductId launch = {};
    StoreMode mode = StoreMode::Write;
    Offset scratch = 0; ///< of gathered rows: where the result goes before it is added to the rows
};

/// The chain rule over a kernel.
struct KernelGradient {
    KernelId launch = {};
    IdRange<GradientBindingId> bindings = {}; ///< inputs, gradients of outputs, gradients of inputs
};

struct GradientStep {
    enum class Kind : std::uint8_t { Reduce, Product, Kernel, Weight };
    Kind kind = Kind::Kernel;
    std::uint32_t entry = 0; ///< of the table of its kind
    BatchId batch = {};      ///< of which it is the reverse; not valid for rows of tables

    [[nodiscard]] ReduceId reduce() const { return ReduceId(entry); }                    ///< only for Reduce
    [[nodiscard]] ProductGradientId product() const { return ProductGradientId(entry); } ///< only for Product
    [[nodiscard]] KernelGradientId kernel() const { return KernelGradientId(entry); }    ///< only for Kernel
    [[nodiscard]] WeightGradientId weight() const { return WeightGradientId(entry); }    ///< only for Weight
};

/// weights of a group += rowsᵀ · gradients of their products.
struct WeightGradient {
    GroupId group = {};
    std::uint32_t rows = 0;
    Offset input = 0;
    std::uint32_t inputStride = 0;
    Offset products = 0; ///< of the gradient of product row 0
    static constexpr std::size_t kMostWritten = 64;
    std::uint64_t writes = 0; ///< by weight of the group: written, not added; weights beyond kMostWritten are added
};

/// Rows of a table that were looked up, and where their gradients are. A row may appear more than once.
struct TableGradient {
    ParamId table = {};
    IdRange<StaticEntryId> rows = {};
};

/// Where kernels add up the gradient of a parameter that they read as a row: one row for each thread.
struct ParameterSum {
    ParamId param = {};
    Offset first = 0;
    std::uint32_t stride = 0;
};

/// Memory that begins at zero.
struct ZeroRange {
    Offset first = 0;
    std::uint32_t units = 0;
};

struct GradientPlan {
    Offset shift = 0;
    std::uint64_t end = 0; ///< units of memory in use, gradients and all

    /// As LaunchPlan::fits.
    [[nodiscard]] bool fits() const { return end <= OffsetCursor::kMost; }

    FlatList<UseId, Offset> useOffsets = {};                ///< where the reader writes the gradient; see ReaderPlaces
    FlatList<GradientListedId, Offset> offsets = {};        ///< of reduces
    FlatList<ReduceSegmentId, std::uint32_t> segments = {}; ///< of reduces: first slot by row, and past the last
    FlatList<GradientBindingId, PlannedBinding> bindings = {};
    FlatList<ReduceId, ReduceLaunch> reduces = {};
    FlatList<ProductGradientId, ProductGradient> products = {};
    FlatList<KernelGradientId, KernelGradient> kernels = {};
    std::vector<GradientStep> steps = {};
    std::vector<ZeroRange> zeros = {};
    std::vector<Offset> seeds = {};                          ///< by requested value: where the loss writes its gradient
    FlatList<WeightGradientId, WeightGradient> weights = {}; ///< Shared: run after all steps; PerBatch: steps
    std::vector<TableGradient> tables = {};
    FlatList<ParameterSumId, ParameterSum> sums = {};
    /// Where its gradient [rows, columns] begins, without gaps between rows; kNoOffset for what is only looked up.
    IdVector<ParamId, Offset> parameters = {};

    /// Where the gradient of a row is stored.
    [[nodiscard]] Offset gradientOf(Offset offset) const { return shift + offset; }
};

/// `plan` was made with PlanOptions::forGradients. Where it does not fit, only `end` is right.
[[nodiscard]] GradientPlan makeGradientPlan(const NetCode& code, const OpGraph& graph, const LaunchPlan& plan,
                                            int threads);

} // namespace batchscope
