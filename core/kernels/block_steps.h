// SPDX-License-Identifier: GPL-3.0-or-later
//
// The interface between the runner, compiled for any processor, and the loops, compiled once for each instruction set.
// Nothing here may have an inline function or a standard container: the linker keeps one copy of such code, and might
// keep the one that only a newer processor can run.
#pragma once

#include "core/kernels/block_program.h"

#include <cstddef>
#include <cstdint>

namespace batchscope {

/// Rows and columns of the batch that one block covers. The row tables of a step begin at its first row.
struct BlockPart {
    std::uint32_t firstRow = 0;
    std::uint32_t rows = 0;
    std::ptrdiff_t column = 0;
    std::ptrdiff_t columns = 0;
};

/// An operand: where its rows begin. Column 0 of the block is at `column`, and for memory part.column further on.
template <typename T>
struct StepRows {
    T* const* rows = nullptr;
    std::ptrdiff_t column = 0;
    std::ptrdiff_t moves = 0; ///< 1 in memory; 0 in registers and numbers, which hold one block only
};

/// An instruction ready to run.
template <typename T>
struct BlockStep {
    void (*run)(const BlockStep<T>& step, const BlockPart& part) = nullptr;
    StepRows<T> operands[4] = {};
    StepRows<T> target = {};
    const RowBinding* segments = nullptr; ///< SegmentSum; or where spreading a row goes to
    T* base = nullptr;                    ///< with segments: that of all rows
};

template <typename T>
using StepFunction = void (*)(const BlockStep<T>& step, const BlockPart& part);

/// What happens to the values of a step.
enum class StepStore : std::uint8_t {
    Padded, ///< written to whole vectors: registers have room for them
    Exact,  ///< written, and not one column further
    Add,    ///< added to what is there, and not one column further
};

/// What one instruction set offers.
struct VectorKernels {
    StepFunction<float> (*findFloat)(BlockCode code, BlockFunction function, int count, StepStore mode);
    StepFunction<double> (*findDouble)(BlockCode code, BlockFunction function, int count, StepStore mode);
    /// Copies (Exact) or adds (Add) a row, operand 0, to all rows of its segment.
    StepFunction<float> (*spreadFloat)(StepStore mode);
    StepFunction<double> (*spreadDouble)(StepStore mode);
    /// Null for None.
    RowFunctionOf<float> (*rowFloat)(RowFunction function, RowDirection direction);
    RowFunctionOf<double> (*rowDouble)(RowFunction function, RowDirection direction);
    /// Fused multiply-adds in float32, as many as the processor can keep under way; their sum, so that none is left
    /// out.
    float (*multiplyAdds)(std::uint64_t rounds);
    double flopsPerRound = 0.0;
};

extern const VectorKernels kPortableKernels;
extern const VectorKernels kAvx2Kernels;   ///< defined on x86-64 only
extern const VectorKernels kAvx512Kernels; ///< defined on x86-64 only

} // namespace batchscope
