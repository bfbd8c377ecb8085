// SPDX-License-Identifier: GPL-3.0-or-later
//
// The block programs of compiled kernels: lowered formulas, or calls of functions of whole rows.
#pragma once

#include "core/plan/cell_code.h"

namespace batchscope {

/// Notes in operands and spaces what the kernels read, and makes the forward programs.
void lowerKernels(CellCode& code, NetCode& net);

} // namespace batchscope
