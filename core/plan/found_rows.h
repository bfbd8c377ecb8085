// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first stage of a launch plan: which rows exist, what each is needed for (its demand), and which rows each operand
// of each batch reads. Where the rows are stored is decided in the next stage.
//
// Rows are numbered: first static rows, which exist before anything runs; then, from firstDynamic on, the rows that
// kernels make, in order of creation. Numbers between the two ranges are not used.
#pragma once

#include "core/graph/op_body.h"
#include "core/plan/cell_code.h"
#include "core/plan/plan_ids.h"
#include "core/schedule/schedule.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace batchscope {

// Places in the memory of a run: offsets in units of kRowUnit from the base of the arena.

/// The type of the offsets in the lists that a RowBinding points to.
using Offset = std::uint32_t;
constexpr Offset kNoOffset = 0xFFFFFFFF;

/// The number of units that a row of `numbers` numbers takes.
[[nodiscard]] std::uint32_t rowUnits(std::int64_t numbers, DType dtype);

/// Allocates memory in ascending order. It keeps counting beyond the largest offset, so that the caller can see that
/// not everything fits; such offsets must not be used.
class OffsetCursor {
public:
    static constexpr std::uint64_t kMost = 0xFFFFFFF0; ///< number of units that offsets can reach

    explicit OffsetCursor(std::uint64_t begin) : m_next(begin) {}
    /// Allocates `count` rows of `stride` units and returns the offset of the first.
    Offset take(std::uint64_t count, std::uint64_t stride) {
        const std::uint64_t first = m_next;
        m_next += count * stride;
        return static_cast<Offset>(std::min(first, kMost));
    }
    [[nodiscard]] std::uint64_t end() const { return m_next; }

private:
    std::uint64_t m_next;
};

/// The options of a plan.
struct PlanOptions {
    DType dtype = DType::Float32;
    Offset begin = 0;          ///< first free offset; parameters read as rows are stored below it
    bool forGradients = false; ///< for a backward pass: rows that kernels read directly form separate classes
    /// By parameter: the offset if it is read as a row (a bias), else kNoOffset.
    IdVector<ParamId, Offset> parameterOffsets = {};
};

/// The options of a plan that stores the parameters read as rows one after another, before everything else.
[[nodiscard]] PlanOptions planOptionsFor(const OpSet& ops, const NetCode& code, bool forGradients);

/// The code must be that of the graph's net, and the schedule valid for the graph. All three must outlive this object.
struct PlanInput {
    const NetCode& code;
    const OpGraph& graph;
    const Schedule& schedule;
    PlanOptions options;
};

// A growing table in one block of memory, indexed by its id type only. clear() keeps the memory, and extend() does not
// initialize it: plans are made again and again, and reusing the memory of earlier plans should cost neither
// allocations nor writes beyond the entries. Nothing is checked: an id must be one of the table.

template <typename IdType, typename T>
class FlatList {
public:
    FlatList() = default;
    FlatList(const FlatList&) = default;
    FlatList& operator=(const FlatList&) = default;
    FlatList(FlatList&& other) noexcept : m_memory(std::move(other.m_memory)), m_size(std::exchange(other.m_size, 0)) {}
    FlatList& operator=(FlatList&& other) noexcept {
        m_memory = std::move(other.m_memory);
        m_size = std::exchange(other.m_size, 0);
        return *this;
    }
    ~FlatList() = default;

    void clear() { m_size = 0; }
    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }

    [[nodiscard]] T& operator[](IdType id) { return m_memory[id.index()]; }
    [[nodiscard]] const T& operator[](IdType id) const { return m_memory[id.index()]; }
    [[nodiscard]] T& back() { return m_memory[m_size - 1]; }

    /// The id of the entry that will be added next.
    [[nodiscard]] IdType next() const { return IdType(m_size); }
    /// Adds `count` entries with unspecified contents. Earlier spans, pointers and references become invalid.
    std::span<T> extend(std::size_t count) {
        if (m_size + count > m_memory.size()) {
            m_memory.resize(std::max(m_size + count, m_memory.size() * 3 / 2));
        }
        m_size += count;
        return {m_memory.data() + (m_size - count), count};
    }
    /// Adds an entry and returns its id; otherwise like extend(). `value` must not be an entry of this table.
    IdType push_back(const T& value) {
        const IdType id = next();
        extend(1).front() = value;
        return id;
    }
    /// Replaces all entries by `count` copies of `value`.
    void assign(std::size_t count, const T& value) {
        m_size = count;
        if (count > m_memory.size()) {
            m_memory.assign(count, value);
        } else {
            std::fill_n(m_memory.begin(), count, value);
        }
    }

    [[nodiscard]] IdRange<IdType> ids() const { return {IdType(std::size_t{0}), m_size}; }
    /// The ids from `first` on.
    [[nodiscard]] IdRange<IdType> idsFrom(IdType first) const { return IdRange<IdType>::between(first, next()); }
    [[nodiscard]] std::span<T> span(IdRange<IdType> ids) { return {m_memory.data() + ids.first().index(), ids.size()}; }
    [[nodiscard]] std::span<const T> span(IdRange<IdType> ids) const {
        return {m_memory.data() + ids.first().index(), ids.size()};
    }
    /// Address of an entry; the next entries follow it.
    [[nodiscard]] const T* from(IdType id) const { return m_memory.data() + id.index(); }
    [[nodiscard]] const T* begin() const { return m_memory.data(); }
    [[nodiscard]] const T* end() const { return m_memory.data() + m_size; }
    [[nodiscard]] T* begin() { return m_memory.data(); }
    [[nodiscard]] T* end() { return m_memory.data() + m_size; }

    /// Compares the entries; unused memory beyond them is ignored.
    friend bool operator==(const FlatList& left, const FlatList& right) {
        return std::equal(left.begin(), left.end(), right.begin(), right.end());
    }

private:
    std::vector<T> m_memory; // may be longer than the table
    std::size_t m_size = 0;
};

/// Bits of a row's demand: one per group whose product is needed and, with forGradients, one if a kernel or the loss
/// reads the row. Groups beyond kDemandBits share bits, so rows of one width get unneeded products: slower but correct.
constexpr std::uint64_t kReadDirectly = std::uint64_t{1} << 63U;
constexpr std::uint32_t kDemandBits = 62;
[[nodiscard]] constexpr std::uint64_t demandBit(GroupId group) {
    return std::uint64_t{1} << (group.value % kDemandBits);
}

/// The source of static rows: a table, the numbers given with the graph, or one number.
struct StaticSource {
    OperandSource source = OperandSource::Lookup; ///< Lookup, Slot (constants) or Fill
    ParamId table = {};
    double number = 0.0;
    std::int32_t width = 0;
    bool operator==(const StaticSource&) const = default;
};

struct StaticRow {
    CopyId source = {};
    std::uint32_t id = 0; ///< row of the table, or constant; 0 for a Fill
    bool operator==(const StaticRow&) const = default;
};

/// The static rows, in the order in which batches first read them.
struct StaticTable {
    FlatList<CopyId, StaticSource> sources;
    FlatList<RowId, StaticRow> rows;
};

/// Consecutive rows of one space that one batch makes.
struct RowRun {
    SpaceId space = {};
    IdRange<RowId> rows = {};
    bool operator==(const RowRun&) const = default;
};

/// A batch: its size, and its entries in the other tables.
struct PlannedBatch {
    OpId op = {};
    OperandUsesId operands = {};    ///< the first operand of the op's code; see FoundRows::usesOf
    std::uint32_t nodes = 0;        ///< nodes that run: of equal calls that share rows, only the first
    std::uint32_t items = 0;        ///< items of all its nodes
    SegmentId segments = {};        ///< first of nodes + 1 entries; invalid if the op's code has no items
    IdRange<RunId> runs = {};       ///< rows that it makes, by space of the op's code
    IdRange<RowId> newStatics = {}; ///< static rows that no earlier batch reads
    bool operator==(const PlannedBatch&) const = default;
};

struct FoundRows {
    FlatList<BatchId, PlannedBatch> batches;
    FlatList<OperandUsesId, IdRange<UseId>> operands; ///< by batch, then by operand of the code
    FlatList<UseId, RowId> uses;
    FlatList<SegmentId, std::uint32_t> segments; ///< by batch: the first item of each node, then the number of items
    FlatList<RunId, RowRun> runs;                ///< in order of creation
    StaticTable statics;
    RowId firstDynamic = {};
    RowId end = {};                          ///< past the last row
    FlatList<RowId, std::uint64_t> demand;   ///< by row, static rows included
    FlatList<ValuePlaceId, RowId> valueRows; ///< by placeOf(); invalid if the node has no such output
    std::uint32_t outputsPerNode = 1;        ///< entries of valueRows per node

    [[nodiscard]] IdRange<RowId> staticRows() const { return statics.rows.ids(); }
    [[nodiscard]] IdRange<RowId> dynamicRows() const { return IdRange<RowId>::between(firstDynamic, end); }
    /// The rows that an operand of the batch reads, one per node or per item; none for a parameter.
    [[nodiscard]] IdRange<UseId> usesOf(const PlannedBatch& batch, OperandId operand) const {
        return operands[OperandUsesId(batch.operands.index() + operand.index())];
    }
    /// The first of the rows that the batch makes in a space; invalid if the space belongs to another op.
    [[nodiscard]] RowId firstRowOf(const PlannedBatch& batch, SpaceId space) const;
    [[nodiscard]] ValuePlaceId placeOf(Value value) const {
        return ValuePlaceId(value.node.index() * outputsPerNode + value.output);
    }
    /// The row of a node's output; equal calls may share a row.
    [[nodiscard]] RowId rowOf(Value value) const { return valueRows[placeOf(value)]; }
};

/// Finds the rows of all batches. Reuses the memory of `recycled`. O(nodes + arguments).
[[nodiscard]] FoundRows findRows(const PlanInput& input, FoundRows recycled = {});

} // namespace batchscope
