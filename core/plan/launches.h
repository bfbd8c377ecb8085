// SPDX-License-Identifier: GPL-3.0-or-later
//
// The third stage of a launch plan: copies, products and kernels in the order in which they run, with the places that
// they read and write.
//
// Products are launched as late as possible, and then for all existing rows that need one. A product can be computed at
// any time from its row's creation to its first read; the launches are the fewest that hit all these intervals.
#pragma once

#include "core/plan/placed_rows.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <vector>

namespace batchscope {

// How many batches one launch may serve. The gain of batching is the time of a regular run over that of a folded run on
// the same kernels, so no launch of a regular run may serve several nodes. Passes that reduce the work per node apply
// to both (README.md).

enum class Launching : std::uint8_t {
    Shared,   ///< a launch takes every row that is ready and needed, whichever batch reads it
    PerBatch, ///< a launch takes only rows that its batch reads; with batches of one, rows of one node
};

/// PerBatch if every node runs alone, as under the policy `regular`; otherwise Shared.
[[nodiscard]] inline Launching launchingOf(const Schedule& schedule) {
    return schedule.rule == BatchRule::OneByOne ? Launching::PerBatch : Launching::Shared;
}

enum class BindingKind : std::uint8_t {
    Uses,         ///< offsets of uses: Launches::useOffsets
    UseGradients, ///< offsets of the gradients of uses: GradientPlan::useOffsets
    Listed,       ///< offsets are listed in Launches::offsets
    OneRow,       ///< one row for all rows of the kernel
    ThreadRow,    ///< one row per thread
};

/// A RowBinding whose arrays are entries of a plan.
struct PlannedBinding {
    BindingKind kind = BindingKind::Uses;
    UseId uses = {};          ///< Uses, UseGradients: first entry
    ListedId offsets = {};    ///< Listed: first entry
    SegmentId segments = {};  ///< valid if a row reads all items of its node: first entry of FoundRows::segments
    Offset first = 0;         ///< OneRow, ThreadRow: the (first) row
    std::uint32_t stride = 0; ///< ThreadRow: distance to the next thread's row
    std::uint32_t shift = 0;  ///< added to every offset
    bool operator==(const PlannedBinding&) const = default;
};

/// Rows of one copy that a batch is the first to read. Only with Launching::PerBatch.
struct CopyStep {
    CopyId copy = {};
    IdRange<StaticEntryId> rows = {};
    IdRange<RowId> batchRows = {}; ///< static rows that the batch is the first to read, of all copies
    bool operator==(const CopyStep&) const = default;
};

/// The products of rows with the weights of a group.
struct ProductLaunch {
    GroupId group = {};
    std::uint32_t rows = 0;
    Offset input = 0; ///< offset of row 0; in the scratch memory if rows are gathered
    std::uint32_t inputStride = 0;
    Offset output = 0;
    ListedId gathered = {}; ///< if valid: the offsets of the rows, which are copied to `input` first
    LookupId lookups = {};  ///< if valid: the rows of `table` that are multiplied; their products may be kept
    ParamId table = {};
    SpaceId space = {};       ///< space of the rows
    std::uint64_t demand = 0; ///< demand of the rows
    bool operator==(const ProductLaunch&) const = default;
};

struct KernelLaunch {
    BatchId batch = {};
    OpId op = {};
    CodeKernelId kernel = {};         ///< kernel in the op's code
    std::uint32_t rows = 0;           ///< number of nodes, or of items
    IdRange<BindingId> bindings = {}; ///< inputs, then outputs
    bool operator==(const KernelLaunch&) const = default;
};

struct LaunchStep {
    enum class Kind : std::uint8_t { Copy, Product, Kernel };
    Kind kind = Kind::Kernel;
    std::uint32_t entry = 0; ///< index into the table of its kind
    BatchId batch = {};      ///< the batch that needs the launch
    bool operator==(const LaunchStep&) const = default;

    [[nodiscard]] CopyStepId copy() const { return CopyStepId(entry); }  ///< only for Copy
    [[nodiscard]] ProductId product() const { return ProductId(entry); } ///< only for Product
    [[nodiscard]] KernelId kernel() const { return KernelId(entry); }    ///< only for Kernel
};

struct Launches {
    std::vector<LaunchStep> steps;            ///< with Launching::Shared, all copies run before the steps
    FlatList<CopyStepId, CopyStep> copySteps; ///< PerBatch: the copies, batch by batch
    FlatList<ProductId, ProductLaunch> products;
    FlatList<KernelId, KernelLaunch> kernels;
    FlatList<BindingId, PlannedBinding> bindings;
    /// Where the used row, or its product, is stored; unspecified for uses that no kernel reads.
    FlatList<UseId, Offset> useOffsets;
    FlatList<ListedId, Offset> offsets;
    FlatList<LookupId, std::uint32_t> lookups; ///< rows of tables
    std::uint64_t end = 0;                     ///< past the last unit in use, including gathered rows

    /// Where the uses of one operand are stored.
    [[nodiscard]] std::span<const Offset> offsetsOf(IdRange<UseId> uses) const { return useOffsets.span(uses); }
};

/// Plans the launches of all batches. If the rows do not fit, only `end` of the result is set. Reuses the memory of
/// `recycled`. O(rows + uses).
[[nodiscard]] Launches launchAll(const PlanInput& input, const FoundRows& found, const PlacedRows& placed,
                                 Launches recycled = {});

} // namespace batchscope
