// SPDX-License-Identifier: GPL-3.0-or-later
//
// A fused pass over rows as data. Everything that a body does elementwise between two products becomes one program; it
// runs block by block (a few rows, a few hundred columns), so that what is computed between its first load and its last
// store never leaves the first-level cache. No program belongs to a net: passes write them from op bodies, or by the
// chain rule from other programs.
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
    Minimum,     ///< the smaller; NaN where either is
    Maximum,     ///< the larger; NaN where either is
    Step,        ///< 1 where x0 > x1, 1/2 where they are equal, else 0
    Mask,        ///< x0 where x1 > 0, else 0
    Power,       ///< x0 ^ x1
    ProductPlus, ///< x0 · x1 + x2
    TwoProducts, ///< x0 · x1 + x2 · x3
    Gradient,    ///< x0 · function', from x1 as Derivative says: x0 the gradient of the function's value
    SegmentSum,  ///< the sum of the rows of one segment of x0, a Segments slot; 0 for an empty one
};

enum class SlotKind : std::uint8_t {
    Register,
    Number,        ///< the same everywhere
    Rows,          ///< input: one row of memory for each row
    Segments,      ///< input: any number of rows of memory for each row
    Output,        ///< one row of memory for each row
    SegmentOutput, ///< any number of rows of memory for each row; all get the same
    ColumnSum,     ///< output: one row of memory for the whole batch, to which every row is added
};

struct BlockSlot {
    SlotKind kind = SlotKind::Register;
    std::int32_t binding = 0; ///< memory slots: entry of the bindings it is run with
    double number = 0.0;      ///< Number
};

struct BlockOperand {
    std::uint16_t slot = 0;
    std::int32_t column = 0; ///< memory slots: column of the row that column 0 of the block stands for
};

struct BlockInstruction {
    BlockCode code = BlockCode::Sum;
    BlockFunction function = BlockFunction::Identity; ///< Sum, Gradient
    std::uint8_t count = 1;                           ///< operands in use
    bool accumulate = false;                          ///< Output: added to what is there, instead of written
    std::array<BlockOperand, 4> operands = {};
    BlockOperand target = {}; ///< Register, Output, SegmentOutput or ColumnSum
};

/// Slots [0, registers) are registers. Instructions run in order; a register or an output row that has been written
/// may be read by later ones (an output only where none of its rows is kSkippedRow).
struct BlockProgram {
    std::int32_t width = 0; ///< columns
    RowCall row = {};       ///< with a function: that is all it does, and there are no instructions
    std::uint16_t registers = 0;
    std::uint16_t bindings = 0; ///< how many it needs
    std::vector<BlockSlot> slotTable = {};
    std::vector<BlockInstruction> instructions = {};
};

/// Rows of memory begin at multiples of this many bytes from the base: a cache line, and the widest vector.
constexpr std::size_t kRowUnit = 64;
/// As an offset of an output: the row is not wanted.
constexpr std::uint32_t kSkippedRow = 0xFFFFFFFF;

/// Where the rows of one memory slot are stored, in units of kRowUnit from the base.
struct RowBinding {
    const std::uint32_t* offsets = nullptr;  ///< by row; for segments, by item. Null: evenly spaced
    const std::uint32_t* segments = nullptr; ///< Segments, SegmentOutput: rows + 1 entries, the first item of each row
    std::uint32_t first = 0;                 ///< evenly spaced: row (or item) 0
    std::uint32_t stride = 0;                ///< evenly spaced: from one to the next; 0: all are the same row
    std::uint32_t shift = 0;                 ///< added to every offset but kSkippedRow, and to `first`
};

} // namespace batchscope
