// SPDX-License-Identifier: GPL-3.0-or-later
//
// What an executor does for each batch of a schedule, as counts: launches, rows, bytes, and how it reads each operand.
// Filled by the executor (plannedViews before a run, the trace of a recorded run after it), and read by everything
// that shows, explains or writes a batch: what is told is what ran, and nothing asks which executor it was. The sums
// over all batches equal the totals that the executor reports.
//
// A launch is one call of a kernel or a product of the engine. A call is one call of LibTorch, for one operation of an
// op's body. A method call is one of an opaque op (core/graph/op_set.h); what happens inside is not known.
#pragma once

#include "core/schedule/schedule.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// What computes the batches of a run.
enum class ExecutorKind : std::uint8_t {
    LibTorch, ///< core/exec/interpreter: the plain bodies, one call for each operation
    Engine,   ///< core/exec/engine
};

/// As files and JSON name it: "engine", "LibTorch".
[[nodiscard]] constexpr const char* executorName(ExecutorKind executor) {
    return executor == ExecutorKind::Engine ? "engine" : "LibTorch";
}

/// Why a batch launched nothing.
enum class Elided : std::uint8_t {
    No,         ///< it launched something
    HandedOn,   ///< its outputs are rows that were there before: looked-up rows, rows of numbers, or arguments
    EqualCalls, ///< each of its calls equals one of an earlier batch, and has the rows of that one
};

/// How a batch reads one of its operands.
enum class OperandUse : std::uint8_t {
    InPlace,   ///< the rows are adjacent, in order, and are read in place
    Indexed,   ///< the rows are scattered and are read in place, by index, inside a fused kernel
    Copied,    ///< the rows are copied together first
    Products,  ///< not the rows: their products with weights, which a fused kernel adds up
    FromTable, ///< as Products; all came out of the table of an earlier run
    HandedOn,  ///< the rows are an output as they are
    Integers,  ///< row numbers, for a look-up inside the body
};

struct OperandView {
    std::uint32_t slot = 0; ///< argument of the op
    OperandUse use = OperandUse::InPlace;
    bool isLookup = false;         ///< the argument is an integer: the rows are those of a table
    bool earlierFromTable = false; ///< products only: those that earlier batches launched all came out of a table
    std::uint32_t rows = 0;        ///< read by the batch; equal calls count once
    std::int32_t width = 0;        ///< columns of what was read
    std::uint32_t times = 1;       ///< products only: with so many groups of weights
    std::size_t bytesCopied = 0;
    /// Products only: the first and the last batch that launched them; often an earlier one.
    BatchId launchedFirst = {};
    BatchId launchedLast = {};

    bool operator==(const OperandView&) const = default;
};

struct BatchView {
    Elided elided = Elided::No;
    std::uint32_t rows = 0; ///< calls that were computed: the batch size less equal calls

    // Launches of the engine.
    std::uint32_t copies = 0;    ///< of rows into place, and of products out of a table
    std::uint32_t rowCopies = 0; ///< of these, of rows: before the first batch, or by each batch of regular for itself
    std::uint32_t products = 0;  ///< matrix products
    std::uint32_t kernels = 0;   ///< fused kernels
    std::uint32_t productRows = 0; ///< rows of the products computed here, for this batch and for later ones
    std::uint32_t tableRows = 0;   ///< products copied out of a table

    // Calls of LibTorch.
    std::uint32_t calls = 0;       ///< for operations of the body
    std::uint32_t methodCalls = 0; ///< of an opaque op: 1, whatever it returns; such an op has no `calls`
    std::uint32_t gathers = 0;     ///< to bring operands together

    std::size_t bytesCopied = 0;  ///< operands, brought together or put into place
    std::size_t bytesInPlace = 0; ///< read where they are, one after the other
    std::size_t bytesIndexed = 0; ///< read where they are, by index
    std::size_t bytesWritten = 0; ///< by fused kernels

    std::uint32_t firstOperand = 0; ///< into BatchViews::operands
    std::uint32_t operands = 0;

    /// Of both kinds: launches of the engine, calls of LibTorch.
    [[nodiscard]] std::uint32_t launches() const { return copies + products + kernels + calls + methodCalls + gathers; }
    bool operator==(const BatchView&) const = default;
};

/// Sums all counts; `elided` and the operands stay those of the left side.
BatchView& operator+=(BatchView& sum, const BatchView& part);

/// All batches of a schedule.
struct BatchViews {
    ExecutorKind executor = ExecutorKind::LibTorch;
    /// Engine: rows of tables, numbers and constants, copied into place before the first batch. They belong to no
    /// batch, since many read them.
    BatchView start;
    std::vector<BatchView> batches; ///< by BatchId; empty where only seconds were recorded
    std::vector<OperandView> operands;

    /// Null where nothing was recorded.
    [[nodiscard]] const BatchView* of(BatchId batch) const;
    [[nodiscard]] std::span<const OperandView> operandsOf(BatchId batch) const;
    /// Start and all batches. Time O(batches).
    [[nodiscard]] BatchView total() const;
    bool operator==(const BatchViews&) const = default;
};

// Edges between batches: where a batch takes its rows from, bundled by source batch and by whether the executor copies
// the rows.

struct Flow {
    BatchId source;
    BatchId target;
    bool isCopied = false;
    std::uint32_t rows = 0;    ///< that are read, over all arguments; one that serves all nodes counts once
    std::uint32_t results = 0; ///< of nodes: as rows, but all outputs of a node that one node reads count once
};

/// The flows into one batch: by source, those that copy last. Cost: its arguments.
[[nodiscard]] std::vector<Flow> flowsInto(const OpGraph& graph, const Schedule& schedule, const BatchViews& views,
                                          BatchId batch);

/// All flows of a schedule, by target.
class FlowTable {
public:
    FlowTable() = default;
    FlowTable(const OpGraph& graph, const Schedule& schedule, const BatchViews& views);
    [[nodiscard]] std::span<const Flow> into(BatchId batch) const;
    [[nodiscard]] std::span<const Flow> all() const { return m_flows; }

private:
    std::vector<Flow> m_flows;
    std::vector<std::size_t> m_offsets;
};

} // namespace batchscope
