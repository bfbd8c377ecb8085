// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of kernels of an instruction set. It is separate from block_steps.h because this header includes the
// standard library, and files with their own compiler flags include block_steps.h.
#pragma once

#include "core/kernels/block_steps.h"
#include "core/kernels/instruction_set.h"

namespace batchscope {

/// CHECKs that this machine can run the set.
[[nodiscard]] const VectorKernels& kernelsOf(InstructionSet set);

} // namespace batchscope
