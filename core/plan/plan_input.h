// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a launch plan is made of.
#pragma once

#include "core/plan/cell_code.h"
#include "core/plan/row_memory.h"
#include "core/schedule/schedule.h"

namespace batchscope {

/// What a plan is made for.
struct PlanOptions {
    DType dtype = DType::Float32;
    Offset begin = 0;          ///< first offset that is free: parameters are stored below it
    bool forGradients = false; ///< rows that kernels read directly form classes of their own
    /// Of parameters that are read as rows (biases), else kNoOffset.
    IdVector<ParamId, Offset> parameterOffsets = {};
};

/// Places the parameters that are read as rows consecutively, before all else.
[[nodiscard]] PlanOptions planOptionsFor(const OpSet& ops, const NetCode& code, bool forGradients);

/// The code is that of the graph's net; the schedule is a valid one of the graph. All must outlive the use of this.
struct PlanInput {
    const NetCode& code;
    const OpGraph& graph;
    const Schedule& schedule;
    PlanOptions options;
};

} // namespace batchscope
