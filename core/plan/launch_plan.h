// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: a schedule as the engine runs it: copies, products and kernels in order, with the place of every row. It wires
// what cell_code.h made of the ops to the nodes of one graph; no tensors here, so what a pass saves can be counted
// without running anything.
//
// Products are launched as late as they can be, and then for every row that wants them by then: each row is wanted from
// when it is made until it is first read, and the launches are the fewest that meet all those spans.
#pragma once

#include "core/plan/launching.h"
#include "core/plan/row_table.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

constexpr std::uint32_t kNoIndex = 0xFFFFFFFF;

enum class BindingKind : std::uint8_t {
    Listed,         ///< offsets are listed in LaunchPlan::offsets
    ListedGradient, ///< in GradientPlan::offsets
    OneRow,         ///< one row for all
    ThreadRow,      ///< one row for each thread
};

/// A RowBinding whose arrays are places in a plan.
struct PlannedBinding {
    BindingKind kind = BindingKind::Listed;
    std::uint32_t offsets = 0;         ///< Listed…: first entry
    std::uint32_t segments = kNoIndex; ///< into LaunchPlan::segments
    std::uint32_t first = 0;           ///< OneRow, ThreadRow: offset of the (first) row
    std::uint32_t stride = 0;          ///< ThreadRow: to the next thread's
    std::uint32_t shift = 0;           ///< added to every offset
};

/// Rows that exist before any kernel: looked up, given with the graph, or filled.
struct CopyLaunch {
    OperandSource source = OperandSource::Lookup; ///< Lookup, Slot (constants) or Fill
    ParamId table = {};
    double number = 0.0;
    std::int32_t width = 0;
    std::uint32_t begin = 0; ///< into LaunchPlan::staticIds and ::staticOffsets
    std::uint32_t count = 0;
};

/// Rows of one copy that one batch is the first to read. Only with Launching::PerBatch.
struct CopyStep {
    std::uint32_t copy = 0;  ///< into LaunchPlan::copies
    std::uint32_t begin = 0; ///< into LaunchPlan::staticIds and ::staticOffsets
    std::uint32_t count = 0;
    RowId firstRow = 0; ///< static rows of the batch, those of its other copies among them
    RowId endRow = 0;
};

/// rows · weights of the group.
struct ProductLaunch {
    GroupId group;
    std::uint32_t rows = 0;
    std::uint32_t input = 0; ///< offset of row 0; of a gathered one, in the scratch
    std::uint32_t inputStride = 0;
    std::uint32_t output = 0;
    std::uint32_t gathered = kNoIndex; ///< into offsets: rows to copy to `input` first; kNoIndex: they lie there
    /// Into LaunchPlan::lookups: rows of `table` that the launch is of, where their products may be kept; else
    /// kNoIndex.
    std::uint32_t lookups = kNoIndex;
    ParamId table = {};
    std::uint32_t space = 0;  ///< of the rows
    std::uint64_t demand = 0; ///< of the rows
};

struct KernelLaunch {
    BatchId batch;
    OpId op;
    std::uint32_t kernel = 0;   ///< of the op's code
    std::uint32_t rows = 0;     ///< nodes, or items
    std::uint32_t bindings = 0; ///< first of its entries in LaunchPlan::bindings
};

struct LaunchStep {
    enum class Kind : std::uint8_t { Copy, Product, Kernel };
    Kind kind = Kind::Kernel;
    std::uint32_t index = 0; ///< into copySteps, products or kernels
    BatchId batch;           ///< for which it was launched
};

/// Rows of one operand of one batch.
struct OperandUses {
    std::uint32_t begin = 0; ///< into LaunchPlan::uses (rows), and ::offsets (where they lie)
    std::uint32_t count = 0;
};

/// A batch: which nodes run, and where its operands begin.
struct PlannedBatch {
    OpId op;
    std::uint32_t operands = 0; ///< first of its entries in LaunchPlan::operands
    std::uint32_t nodes = 0;    ///< that run; equal ones share
    std::uint32_t items = 0;
    std::uint32_t segments = kNoIndex; ///< into LaunchPlan::segments, nodes + 1 entries
    std::uint32_t firstRow = 0;        ///< rows of its spaces follow one another from here
};

struct LaunchPlan {
    Launching launching = Launching::Shared;
    std::vector<CopyLaunch> copies;
    std::vector<CopyStep> copySteps; ///< PerBatch: the copies, batch by batch
    std::vector<ProductLaunch> products;
    std::vector<KernelLaunch> kernels;
    std::vector<LaunchStep> steps; ///< with Launching::Shared, copies are run before all of them
    std::vector<PlannedBinding> bindings;
    Recycled<std::uint32_t> offsets;
    Recycled<std::uint32_t> segments;
    Recycled<std::uint32_t> staticIds;
    Recycled<std::uint32_t> staticOffsets;
    Recycled<std::uint32_t> lookups;

    std::vector<RowSpace> spaces; ///< of the code, then static ones
    std::vector<RowClass> classes;
    Recycled<std::uint32_t> rowClasses;  ///< by RowId
    Recycled<std::uint32_t> rowPlaces;   ///< by RowId: place in its class, which is the place of its products
    bool ordered = true;                 ///< rows of a class lie together; else rows lie in order of creation:
    Recycled<std::uint32_t> spacePlaces; ///< by RowId, only when not ordered: place in its space
    Recycled<RowId> valueRows;           ///< by node · outputsPerNode + output
    std::uint32_t outputsPerNode = 1;
    Recycled<RowId> uses;
    std::vector<OperandUses> operands; ///< by batch, as in the code
    std::vector<PlannedBatch> batches;
    std::vector<std::uint32_t> productFirst; ///< by class · groups + group: offset of the product of its first row
    std::vector<std::uint32_t> groupStride;
    std::uint32_t firstStaticSpace = 0; ///< into `spaces`
    RowId firstDynamicRow = 0;          ///< rows below are static
    RowId rowsEnd = 0;                  ///< dynamic rows end before it
    std::uint64_t end = 0;              ///< units of memory in use

    /// Whether offsets reach all of it (256 GiB); else nothing but `end` is right.
    [[nodiscard]] bool fits() const { return end <= OffsetCursor::kMost; }

    /// First of the rows that a batch makes in one of its op's spaces.
    [[nodiscard]] RowId firstRowOf(const NetCode& code, const PlannedBatch& batch, SpaceId space) const;
    /// The launch that fills a space of static rows; null for the rows of kernels.
    [[nodiscard]] const CopyLaunch* copyInto(std::uint32_t space) const {
        return space < firstStaticSpace ? nullptr : &copies[space - firstStaticSpace];
    }
    /// Where a node's output lies.
    [[nodiscard]] std::uint32_t offsetOf(Value value) const;
    [[nodiscard]] RowId rowOf(Value value) const {
        return valueRows[std::size_t{value.node.value} * outputsPerNode + value.output];
    }
    [[nodiscard]] std::uint32_t offsetOf(RowId row) const {
        const RowClass& of = classes[rowClasses[row]];
        return of.first + (ordered ? rowPlaces[row] : spacePlaces[row]) * of.stride;
    }
    [[nodiscard]] std::uint32_t productOffsetOf(RowId row, GroupId group) const {
        return productFirst[std::size_t{rowClasses[row]} * groupStride.size() + group.index()] +
               rowPlaces[row] * groupStride[group.index()];
    }
};

/// What a plan is made for.
struct PlanOptions {
    DType dtype = DType::Float32;
    std::uint32_t begin = 0;   ///< first offset that is free: parameters lie below it
    bool forGradients = false; ///< rows that kernels read directly form classes of their own
                               /// By ParamId: offsets of those that are read as rows (biases).
    std::vector<std::uint32_t> parameterOffsets = {};
};

/// Places the parameters that are read as rows one behind the other, before all else.
[[nodiscard]] PlanOptions planOptionsFor(const OpSet& ops, const NetCode& code, bool forGradients);

/// Plans a valid schedule. Memory of `recycled` is used again. O(nodes + arguments).
[[nodiscard]] LaunchPlan makeLaunchPlan(const NetCode& code, const OpGraph& graph, const Schedule& schedule,
                                        const PlanOptions& options, LaunchPlan recycled);

} // namespace batchscope
