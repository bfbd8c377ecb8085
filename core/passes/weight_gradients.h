// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the end of a gradient plan: where the gradients of parameters lie, and the products that make them once all rows
// have theirs.
#pragma once

#include "core/passes/gradient_plan.h"

namespace batchscope {

/// Gives every weight of a group, and every parameter that is read as a row, a place from `next` on.
void placeParameterGradients(const NetCode& code, const OpSet& ops, GradientPlan& result, OffsetCursor& next);

/// One product for each block of rows; launches that follow each other in memory are one.
void planWeightGradients(const NetCode& code, const LaunchPlan& plan, GradientPlan& result);

void planTableGradients(const LaunchPlan& plan, GradientPlan& result);

/// Gradients of parameters that no product writes begin at zero. After planWeightGradients().
void clearUnwrittenParameters(const NetCode& code, const OpSet& ops, GradientPlan& result);

} // namespace batchscope
