// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of kernels of an instruction set. It is separate from block_steps.h, which files with their own compiler
// flags include, because this header brings in the standard library.
#pragma once

#include "core/kernels/block_steps.h"
#include "core/kernels/instruction_set.h"

namespace batchscope {

/// The set must run here.
[[nodiscard]] const VectorKernels& kernelsOf(InstructionSet set);

} // namespace batchscope
