// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the end of a forward pass and the beginning of a backward one; see gradients.h for the loss.
#pragma once

#include "core/exec/tensors_torch.h"
#include "core/schedule/batch_plan.h"

namespace batchscope {

/// The loss over the requested values of a finished run; its gradients are added to `gradients`, which has the layout
/// of the state.
double addLossGradients(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                        const Execution& execution, Execution::Stores& gradients);

} // namespace batchscope
