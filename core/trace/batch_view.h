// SPDX-License-Identifier: GPL-3.0-or-later
//
// The work of an executor for each batch of a schedule, as counts: launches, rows, bytes, and how each operand is read.
// Filled by the executor (plannedViews before a run, the trace of a recorded run after it), and read by all code that
// shows, explains or writes a batch, so that reports match the run and do not depend on the executor. The sums
// over all batches equal the totals that the executor reports.
//
// A launch is one call of a kernel or a product of the engine. A call is one call of LibTorch, for one operation of an
// op's body. A method call is one call of an opaque op (core/graph/op_set.h), whose inner work is unknown.
#pragma once

#include "core/schedule/schedule.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace batchscope {

/// The executor that computes the batches of a run.
enum class ExecutorKind : std::uint8_t {
    LibTorch, ///< core/exec/interpreter: the plain bodies, one call for each operation
    Engine,   ///< core/exec/engine
};

/// The name in files and JSON: "engine", "LibTorch".
[[nodiscard]] constexpr const char* executorName(ExecutorKind executor) {
    return executor == ExecutorKind::Engine ? "engine" : "LibTorch";
}

/// The reason why a batch launched nothing.
enum class ElisionReason : std::uint8_t {
    No,         ///< it launched something
    HandedOn,   ///< its outputs are existing rows: looked-up rows, rows of numbers, or arguments
    EqualCalls, ///< each of its calls equals a call of an earlier batch and shares its rows
};

/// The way in which a batch reads an operand.
enum class OperandUse : std::uint8_t {
    InPlace,   ///< the rows are adjacent, in order, and read in place
    Indexed,   ///< the rows are scattered and read in place, by index, inside a fused kernel
    Copied,    ///< the rows are copied together first
    Products,  ///< products of the rows with weights, which a fused kernel adds up
    FromTable, ///< like Products; all came from the table of an earlier run
    HandedOn,  ///< the rows are an output, unchanged
    Integers,  ///< row numbers for a look-up inside the body
};

struct OperandView {
    std::uint32_t slot = 0; ///< argument of the op
    OperandUse use = OperandUse::InPlace;
    bool isLookup = false;         ///< the argument is an integer that selects rows of a table
    bool earlierFromTable = false; ///< products only: all products launched by earlier batches came from a table
    std::uint32_t rows = 0;        ///< rows read by the batch; equal calls count once
    std::int32_t width = 0;        ///< columns of the rows
    std::uint32_t times = 1;       ///< products only: number of groups of weights
    std::size_t bytesCopied = 0;
    /// Products only: the first and the last batch that launched the products; often earlier batches.
    BatchId launchedFirst = {};
    BatchId launchedLast = {};

    bool operator==(const OperandView&) const = default;
};

struct BatchView {
    ElisionReason elided = ElisionReason::No;
    std::uint32_t rows = 0; ///< computed calls: the batch size minus equal calls

    // Launches of the engine.
    std::uint32_t copies = 0;      ///< copies of rows into place, and of products from a table
    std::uint32_t rowCopies = 0;   ///< copies of rows only: before the first batch, or by each batch of regular
    std::uint32_t products = 0;    ///< matrix products
    std::uint32_t kernels = 0;     ///< fused kernels
    std::uint32_t productRows = 0; ///< rows of the products computed here, for this batch and for later ones
    std::uint32_t tableRows = 0;   ///< products copied from a table

    // Calls of LibTorch.
    std::uint32_t calls = 0;       ///< for operations of the body
    std::uint32_t methodCalls = 0; ///< 1 for an opaque op, whatever it returns; such an op has no `calls`
    std::uint32_t gathers = 0;     ///< to bring operands together

    std::size_t bytesCopied = 0;  ///< operands that were gathered or copied into place
    std::size_t bytesInPlace = 0; ///< read in place, adjacent
    std::size_t bytesIndexed = 0; ///< read in place, by index
    std::size_t bytesWritten = 0; ///< written by fused kernels

    std::uint32_t firstOperand = 0; ///< index into BatchViews::operands
    std::uint32_t operands = 0;

    /// Launches of the engine or calls of LibTorch.
    [[nodiscard]] std::uint32_t launches() const { return copies + products + kernels + calls + methodCalls + gathers; }
    bool operator==(const BatchView&) const = default;
};

/// Adds all counts; `elided` and the operands of the left side are unchanged.
BatchView& operator+=(BatchView& sum, const BatchView& part);

/// The views of all batches of a schedule.
struct BatchViews {
    ExecutorKind executor = ExecutorKind::LibTorch;
    /// Engine: rows of tables, numbers and constants, copied into place before the first batch. They belong to no
    /// batch, since many batches read them.
    BatchView start;
    std::vector<BatchView> batches; ///< by BatchId; empty if only seconds were recorded
    std::vector<OperandView> operands;

    /// Null if nothing was recorded.
    [[nodiscard]] const BatchView* of(BatchId batch) const;
    [[nodiscard]] std::span<const OperandView> operandsOf(BatchId batch) const;
    /// The sum of `start` and all batches. O(batches).
    [[nodiscard]] BatchView total() const;
    bool operator==(const BatchViews&) const = default;
};

// Edges between batches: the sources of a batch's rows, bundled by source batch and by whether rows are copied.

struct Flow {
    BatchId source;
    BatchId target;
    bool isCopied = false;
    std::uint32_t rows = 0;    ///< rows read, over all arguments; a row shared by all nodes counts once
    std::uint32_t results = 0; ///< like `rows`, but all outputs of a node that one node reads count once
};

/// The flows into one batch, ordered by source; copying flows come last for each source. O(n log n) in its arguments.
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
