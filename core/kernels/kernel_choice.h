// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the table of the instruction set that is wanted. Apart from block_steps.h, which the files with flags of their
// own include, because this one brings in the standard library.
#pragma once

#include "core/kernels/block_steps.h"
#include "core/kernels/instruction_set.h"

namespace batchscope {

/// The set must run here.
[[nodiscard]] const VectorKernels& kernelsOf(InstructionSet set);

} // namespace batchscope
