// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface between the runner, compiled for any processor, and the loops, compiled once for each instruction set.
// Inline functions and standard containers are not allowed here: the linker keeps one copy of such code, and might keep
// the copy that only a newer processor can run.
#pragma once

#include "core/kernels/block_program.h"

#include <cstddef>
#include <cstdint>

namespace batchscope {

/// The rows and columns of the batch that one block covers. The row tables of a step begin at `firstRow`.
struct BlockPart {
    std::uint32_t firstRow = 0;
    std::uint32_t rows = 0;
    std::ptrdiff_t column = 0;
    std::ptrdiff_t columns = 0;
};

/// An operand. Column 0 of the block is at `column` of its rows, or in memory at `column` + part.column.
template <typename T>
struct StepRows {
    T* const* rows = nullptr;
    std::ptrdiff_t column = 0;
    std::ptrdiff_t moves = 0; ///< 1 in memory; 0 in registers and numbers, which hold only one block
};

/// An instruction ready to run.
template <typename T>
struct BlockStep {
    void (*run)(const BlockStep<T>& step, const BlockPart& part) = nullptr;
    StepRows<T> operands[4] = {};
    StepRows<T> target = {};
    const RowBinding* segments = nullptr; ///< SegmentSum: its items; spread: the rows it writes
    T* base = nullptr;                    ///< with segments: the base of all rows
};

template <typename T>
using StepFunction = void (*)(const BlockStep<T>& step, const BlockPart& part);

/// How the values of a step are stored.
enum class StepStore : std::uint8_t {
    Padded, ///< written in whole vectors: registers have room for them
    Exact,  ///< written, but not beyond the last column
    Add,    ///< added to the stored values, but not beyond the last column
};

/// The functions of one instruction set.
struct VectorKernels {
    StepFunction<float> (*findFloat)(BlockCode code, BlockFunction function, int count, StepStore mode);
    StepFunction<double> (*findDouble)(BlockCode code, BlockFunction function, int count, StepStore mode);
    /// Copies (Exact) or adds (Add) a row, operand 0, to all rows of its segment.
    StepFunction<float> (*spreadFloat)(StepStore mode);
    StepFunction<double> (*spreadDouble)(StepStore mode);
    /// Null for RowFunction::None.
    RowFunctionOf<float> (*rowFloat)(RowFunction function, RowDirection direction);
    RowFunctionOf<double> (*rowDouble)(RowFunction function, RowDirection direction);
    /// Runs as many fused multiply-adds in float32 at once as the processor can keep in flight. Returns their sum, so
    /// that the compiler removes none.
    float (*multiplyAdds)(std::uint64_t rounds);
    double flopsPerRound = 0.0;
};

extern const VectorKernels kPortableKernels;
extern const VectorKernels kAvx2Kernels;   ///< defined on x86-64 only
extern const VectorKernels kAvx512Kernels; ///< defined on x86-64 only

} // namespace batchscope
