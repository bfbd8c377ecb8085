// SPDX-License-Identifier: GPL-3.0-or-later
//
// The wiring of a schedule: where each batch's arguments come from and where its outputs go. Whether an argument is
// copied or only viewed is decided here, so the decision is visible and testable without tensors.
//
// State: all outputs of one (dtype, width) are kept in one store, a matrix [rows, width]. A batch writes each of its
// outputs as one contiguous block of rows; row r of the block belongs to node r of the batch. In a store, all first
// outputs precede all second ones, each in step order, so that outputs of several batches may be read as one view.
#pragma once

#include "core/base/result.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

struct StoreSpec {
    DType dtype = DType::Float32;
    std::int32_t width = 0;
    std::size_t rows = 0;
};

/// Rows [firstRow, firstRow + batch size) of a store.
struct Block {
    StoreId store;
    std::uint32_t firstRow = 0;
};

enum class OperandKind : std::uint8_t {
    View,      ///< the rows are already adjacent, in order: nothing is copied
    Shared,    ///< one row for the whole batch, passed once: nothing is copied
    Gather,    ///< one index-select over the store
    Integers,  ///< one integer per node
    Constants, ///< constant rows of the calls, stacked
};

struct Operand {
    OperandKind kind = OperandKind::View;
    Block block;              ///< View, Shared: where the rows are; Gather: only the store is used
    std::uint32_t offset = 0; ///< Gather, Integers, Constants: first entry in BatchPlan::indices
    std::uint32_t rows = 0;   ///< batch size; 1 if Shared; all items for a variadic slot
};

/// The entries of BatchPlan::indices that give, for each item of a batch, the row of its node in the batch.
struct ItemRange {
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
};

/// Constant numbers that calls pass in a slot for rows: a row of the store of that width, after all outputs, so that
/// one gather can read outputs and constants.
struct ConstantRow {
    ConstantId numbers;
    Block place;
};

struct BatchPlan {
    IdVector<StoreId, StoreSpec> stores;
    std::vector<std::uint32_t> outputOffsets; ///< batches + 1 indices into `blocks`
    std::vector<Block> blocks;
    std::vector<std::uint32_t> operandOffsets; ///< batches + 1 indices into `operands`
    std::vector<Operand> operands;
    std::vector<std::int64_t> indices;  ///< rows to gather, integer arguments, constant ids, rows of nodes by item
    IdVector<BatchId, ItemRange> items; ///< empty ranges for ops that are not variadic
    std::vector<ConstantRow> constants; ///< written before the first batch
    std::size_t rowsViewed = 0;
    std::size_t rowsShared = 0; ///< rows that would be copied, one per node, if they were not shared
    std::size_t rowsGathered = 0;
    std::size_t rowsConstant = 0;
    std::size_t bytesGathered = 0;

    [[nodiscard]] std::span<const Block> outputsOf(BatchId batch) const {
        const std::uint32_t begin = outputOffsets[batch.index()];
        return std::span(blocks).subspan(begin, outputOffsets[batch.index() + 1] - begin);
    }
    [[nodiscard]] std::span<const Operand> operandsOf(BatchId batch) const {
        const std::uint32_t begin = operandOffsets[batch.index()];
        return std::span(operands).subspan(begin, operandOffsets[batch.index() + 1] - begin);
    }
    /// Bytes of all stores. Nothing is freed during a run, because the stores are also the recording.
    [[nodiscard]] std::size_t stateBytes() const;
};

/// The number of bytes that this operand copies; 0 unless it is a gather.
[[nodiscard]] std::size_t gatheredBytes(const BatchPlan& plan, const Operand& operand);

/// The row of a value in its store.
[[nodiscard]] Block rowOf(const Schedule& schedule, const BatchPlan& plan, Value value);

[[nodiscard]] BatchPlan makePlan(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
