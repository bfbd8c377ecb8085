// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: training runs each kernel's chain rule as a kernel of its own, derived from the formula, so no net has a
// backward pass written for it.
#pragma once

#include "core/plan/cell_code.h"

namespace batchscope {

/// Fills CodeKernel::gradient and gradientInputs of every op, and NetCode::zeroGradients.
void appendGradientPrograms(NetCode& net);

} // namespace batchscope
