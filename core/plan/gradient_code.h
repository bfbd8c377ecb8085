// SPDX-License-Identifier: GPL-3.0-or-later
//
// The backward kernel of each kernel: its chain rule, derived from the formula, so no net has a backward pass written
// for it.
#pragma once

#include "core/plan/cell_code.h"

namespace batchscope {

/// Fills CodeKernel::gradient and gradientInputs of every op, and NetCode::zeroGradients.
void appendGradientPrograms(NetCode& net);

} // namespace batchscope
