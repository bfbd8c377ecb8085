// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs block programs with the vectors of an instruction set, up to the widest that the processor has. The functions of
// a program come from Sleef: exp within 1 ULP, tanh within 3.5 ULP (float64: 1); the portable path uses those of the
// C++ library.
#pragma once

#include "core/kernels/block_program.h"
#include "core/kernels/instruction_set.h"

#include <cstddef>
#include <span>
#include <vector>

namespace batchscope {

/// Memory of one thread; reused from call to call.
struct BlockScratch {
    std::vector<std::byte> bytes;
};

/// Rows [begin, end) of a batch. `base` is aligned to kRowUnit. Rows that two threads run at once must not share an
/// output row; ColumnSum outputs are one row a thread (the caller binds a different one for each).
void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, float* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch);
void runBlocks(const BlockProgram& program, InstructionSet set, std::span<const RowBinding> bindings, double* base,
               std::uint32_t begin, std::uint32_t end, BlockScratch& scratch);

} // namespace batchscope
