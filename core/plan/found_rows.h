// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first stage of a launch plan: which rows there are, what is demanded of them, and which rows each operand of each
// batch reads. Where rows are stored is not known yet.
//
// Rows are numbered: first static rows, which exist before anything runs; then, from firstDynamic on, the rows that
// kernels make, in order of creation. Numbers between the two are not used.
#pragma once

#include "core/plan/flat_list.h"
#include "core/plan/plan_input.h"

#include <cstdint>
#include <span>

namespace batchscope {

/// Bits of a row's demand: products by group, and whether a kernel reads the row itself. Groups beyond kDemandBits
/// share bits: rows of the same width then get products that nobody asked for, which is slower and still right.
constexpr std::uint64_t kReadDirectly = std::uint64_t{1} << 63U;
constexpr std::uint32_t kDemandBits = 62;
[[nodiscard]] constexpr std::uint64_t demandBit(GroupId group) {
    return std::uint64_t{1} << (group.value % kDemandBits);
}

/// Where static rows come from: a table, the numbers given with the graph, or one number.
struct StaticSource {
    OperandSource source = OperandSource::Lookup; ///< Lookup, Slot (constants) or Fill
    ParamId table = {};
    double number = 0.0;
    std::int32_t width = 0;
    bool operator==(const StaticSource&) const = default;
};

struct StaticRow {
    CopyId source = {};
    std::uint32_t id = 0; ///< row of the table, constant; of a number 0
    bool operator==(const StaticRow&) const = default;
};

/// Static rows, in the order in which batches read them first.
struct StaticTable {
    FlatList<CopyId, StaticSource> sources;
    FlatList<RowId, StaticRow> rows;
};

/// Rows of one space that one batch makes: they follow one another.
struct RowRun {
    SpaceId space = {};
    IdRange<RowId> rows = {};
    bool operator==(const RowRun&) const = default;
};

/// A batch: which nodes run, and where its entries in the other tables are.
struct PlannedBatch {
    OpId op = {};
    OperandUsesId operands = {};    ///< of the first operand of the op's code; see FoundRows::usesOf
    std::uint32_t nodes = 0;        ///< that run; equal ones share
    std::uint32_t items = 0;        ///< of all its nodes
    SegmentId segments = {};        ///< first of nodes + 1 entries; not valid where the op's code has no items
    IdRange<RunId> runs = {};       ///< what it makes, by space of the op's code
    IdRange<RowId> newStatics = {}; ///< static rows that no batch before it reads
    bool operator==(const PlannedBatch&) const = default;
};

struct FoundRows {
    FlatList<BatchId, PlannedBatch> batches;
    FlatList<OperandUsesId, IdRange<UseId>> operands; ///< by batch, as in the code
    FlatList<UseId, RowId> uses;
    FlatList<SegmentId, std::uint32_t> segments; ///< of a batch: first item by node, and past the last item
    FlatList<RunId, RowRun> runs;                ///< in order of creation
    StaticTable statics;
    RowId firstDynamic = {};
    RowId end = {};                          ///< past the last row
    FlatList<RowId, std::uint64_t> demand;   ///< of dynamic rows and those before them
    FlatList<ValuePlaceId, RowId> valueRows; ///< not valid where a node has no such output
    std::uint32_t outputsPerNode = 1;        ///< entries of valueRows for each node

    [[nodiscard]] IdRange<RowId> staticRows() const { return statics.rows.ids(); }
    [[nodiscard]] IdRange<RowId> dynamicRows() const { return IdRange<RowId>::between(firstDynamic, end); }
    /// What an operand of the batch reads, by row of the kernel that reads it.
    [[nodiscard]] IdRange<UseId> usesOf(const PlannedBatch& batch, OperandId operand) const {
        return operands[OperandUsesId(batch.operands.index() + operand.index())];
    }
    /// First of the rows that the batch makes in one of its op's spaces.
    [[nodiscard]] RowId firstRowOf(const PlannedBatch& batch, SpaceId space) const;
    [[nodiscard]] ValuePlaceId placeOf(Value value) const {
        return ValuePlaceId(value.node.index() * outputsPerNode + value.output);
    }
    /// The row of a node's output; equal calls have the same.
    [[nodiscard]] RowId rowOf(Value value) const { return valueRows[placeOf(value)]; }
};

/// Memory of `recycled` is used again. O(nodes + arguments).
[[nodiscard]] FoundRows findRows(const PlanInput& input, FoundRows recycled = {});

} // namespace batchscope
