// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs block programs with the vectors of an instruction set, up to the widest that the processor has. Sleef provides
// the functions of a program: exp within 1 ULP, tanh within 3.5 ULP (float64: 1); the portable path uses the C++
// library.
#pragma once

#include "core/kernels/block_program.h"
#include "core/kernels/instruction_set.h"

#include <cstddef>
#include <span>
#include <vector>

namespace batchscope {

/// Scratch memory of one thread, reused between calls.
struct BlockScratch {
    std::vector<std::byte> bytes;
};

/// Runs the program on rows [begin, end) of a batch. `base` is aligned to kRowUnit. Rows that run on two threads at
/// once must not share an output row; for ColumnSum outputs, the caller must bind a different row for each thread.
void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, float* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch);
void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, double* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch);

} // namespace batchscope
