// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the part of a gradient plan that is about parameters: where their gradients lie, and the products that make
// them: once all rows have theirs, or, with Launching::PerBatch, for each launch as soon as its rows have theirs.
#pragma once

#include "core/plan/gradient_plan.h"

#include <map>

namespace batchscope {

/// Makes weight gradients in the order in which they will run.
class WeightGradients {
public:
    explicit WeightGradients(const NetCode& code);
    /// Of the rows of one product. The first of a group writes what nobody else adds to; the others add.
    [[nodiscard]] WeightGradient next(const ProductLaunch& launch, std::uint32_t shift);

private:
    const NetCode& m_code;
    std::map<ParamId, int> m_places; ///< of a weight in groups
    std::vector<std::uint8_t> m_begun;
};

/// Gives every weight of a group, and every parameter that is read as a row, a place from `next` on.
void placeParameterGradients(const NetCode& code, const OpSet& ops, GradientPlan& result, OffsetCursor& next);

/// Launching::Shared: one product for each block of rows; launches that follow each other in memory are one.
void planWeightGradients(const NetCode& code, const LaunchPlan& plan, GradientPlan& result);

void planTableGradients(const LaunchPlan& plan, GradientPlan& result);

/// Gradients of parameters that no product writes begin at zero. After all weight gradients are planned.
void clearUnwrittenParameters(const NetCode& code, const OpSet& ops, GradientPlan& result);

} // namespace batchscope
