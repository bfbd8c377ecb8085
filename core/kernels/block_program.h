// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fused pass over rows, represented as data. All elementwise work of a body between two products becomes one program.
// It runs block by block (a few rows, a few hundred columns), so that everything computed between its first load and
// its last store stays in the first-level cache. Programs do not depend on a net: passes write them from op bodies, or
// by the chain rule from other programs.
//
// Every instruction works on columns [0, width) of a block. An operand is a register (a block in the cache), a row in
// memory at a column offset, or a number.
#pragma once

#include "core/kernels/block_functions.h"
#include "core/kernels/row_function.h"

#include <array>
#include <cstdint>
#include <vector>

namespace batchscope {

enum class BlockCode : std::uint8_t {
    Sum,         ///< function(x0 + x1 + …), `count` operands, 1 to 4
    Subtract,    ///< x0 - x1
    Product,     ///< x0 · x1
    Quotient,    ///< x0 / x1
    Minimum,     ///< the smaller operand; NaN if either is NaN
    Maximum,     ///< the larger operand; NaN if either is NaN
    Step,        ///< 1 if x0 > x1, 1/2 if they are equal, else 0
    Mask,        ///< x0 if x1 > 0, else 0
    Power,       ///< x0 ^ x1
    ProductPlus, ///< x0 · x1 + x2
    TwoProducts, ///< x0 · x1 + x2 · x3
    Gradient,    ///< x0 · function', from x1 as Derivative says; x0 is the gradient of the function's value
    SegmentSum,  ///< the sum of the rows of one segment of x0, a Segments slot; 0 for an empty segment
};

enum class SlotKind : std::uint8_t {
    Register,
    Number,        ///< the same number everywhere
    Rows,          ///< input: one row of memory for each row
    Segments,      ///< input: any number of rows of memory for each row
    Output,        ///< one row of memory for each row
    SegmentOutput, ///< any number of rows of memory for each row; all get the same values
    ColumnSum,     ///< output: one row of memory for the whole batch, to which every row is added
};

struct BlockSlot {
    SlotKind kind = SlotKind::Register;
    std::int32_t binding = 0; ///< memory slots: index into the bindings of the run
    double number = 0.0;      ///< Number
};

struct BlockOperand {
    std::uint16_t slot = 0;
    std::int32_t column = 0; ///< memory slots: the column of the row that is column 0 of the block
};

struct BlockInstruction {
    BlockCode code = BlockCode::Sum;
    BlockFunction function = BlockFunction::Identity; ///< Sum, Gradient
    std::uint8_t count = 1;                           ///< operands in use
    bool accumulate = false;                          ///< added to the output instead of overwriting it
    std::array<BlockOperand, 4> operands = {};
    BlockOperand target = {}; ///< Register, Output, SegmentOutput or ColumnSum
};

/// Slots [0, registers) are registers. Instructions run in order; a register or an output row that has been written may
/// be read by later instructions (an output only if none of its rows is kSkippedRow).
struct BlockProgram {
    std::int32_t width = 0; ///< columns
    RowCall row = {};       ///< if it has a function, the program does nothing else and has no instructions
    std::uint16_t registers = 0;
    std::uint16_t bindings = 0; ///< number of bindings that it needs
    std::vector<BlockSlot> slotTable = {};
    std::vector<BlockInstruction> instructions = {};
};

/// Rows of memory begin at multiples of this many bytes from the base: a cache line, and the widest vector.
constexpr std::size_t kRowUnit = 64;
/// Offset of an output row that is not needed.
constexpr std::uint32_t kSkippedRow = 0xFFFFFFFF;

/// The location of the rows of one memory slot, in units of kRowUnit from the base.
struct RowBinding {
    const std::uint32_t* offsets = nullptr;  ///< by row; for segments, by item. Null: evenly spaced
    const std::uint32_t* segments = nullptr; ///< Segments, SegmentOutput: rows + 1 entries, the first item of each row
    std::uint32_t first = 0;                 ///< evenly spaced: offset of row (or item) 0
    std::uint32_t stride = 0;                ///< evenly spaced: distance of the rows; 0: all are the same row
    std::uint32_t shift = 0;                 ///< added to every offset except kSkippedRow, and to `first`
};

} // namespace batchscope
