// SPDX-License-Identifier: GPL-3.0-or-later
//
// The wiring of a schedule: where each batch's arguments come from and where its outputs go. Whether an argument is
// copied or only viewed is decided here, so the decision is visible and testable without tensors.
//
// State: all outputs of one (dtype, width) are stored in one store, a matrix [rows, width]. A batch writes each of its
// outputs as one contiguous block of rows; row r of the block is node r of the batch. In a store, first outputs come
// before second ones, each in order of steps, so that what several batches made may be read as one view.
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
    Constants, ///< rows of numbers that came with the calls, stacked
};

struct Operand {
    OperandKind kind = OperandKind::View;
    Block block;              ///< View, Shared: where the rows are; Gather: only its store
    std::uint32_t offset = 0; ///< Gather, Integers, Constants: first entry in BatchPlan::indices
    std::uint32_t rows = 0;   ///< of the operand: batch size; 1 when shared; of a variadic slot, all items
};

/// Which node of the batch each item of a variadic slot belongs to: `count` entries of BatchPlan::indices.
struct ItemRange {
    std::uint32_t offset = 0;
    std::uint32_t count = 0;
};

/// Numbers that calls give where others give a node's output: a row of the store that those are in, after them all, so
/// that one gather takes both.
struct ConstantRow {
    ConstantId numbers;
    Block place;
};

struct BatchPlan {
    IdVector<StoreId, StoreSpec> stores;
    std::vector<std::uint32_t> outputOffsets; ///< by batch, + 1: entries into `blocks`
    std::vector<Block> blocks;
    std::vector<std::uint32_t> operandOffsets; ///< by batch, + 1: entries into `operands`
    std::vector<Operand> operands;
    std::vector<std::int64_t> indices;  ///< rows to gather, integer arguments, constants, nodes of items
    IdVector<BatchId, ItemRange> items; ///< empty ranges where nothing is variadic
    std::vector<ConstantRow> constants; ///< written before the first batch
    std::size_t rowsViewed = 0;
    std::size_t rowsShared = 0; ///< rows that would be copied for each node, were they not shared
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
    /// Bytes of all stores: nothing is freed during a run, since the stores are also the recording.
    [[nodiscard]] std::size_t stateBytes() const;
};

/// Bytes that this operand copies; 0 unless it is a gather.
[[nodiscard]] std::size_t gatheredBytes(const BatchPlan& plan, const Operand& operand);

/// Row of a value in its store.
[[nodiscard]] Block rowOf(const Schedule& schedule, const BatchPlan& plan, Value value);

[[nodiscard]] BatchPlan makePlan(const OpGraph& graph, const Schedule& schedule);

} // namespace batchscope
