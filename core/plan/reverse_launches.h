// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stage of a gradient plan that reverses launches: last first, each after the sums of the slots that it reads.
#pragma once

#include "core/plan/gradient_plan.h"
#include "core/plan/gradient_slots.h"
#include "core/plan/weight_gradients.h"

namespace batchscope {

/// As the members of GradientPlan of the same names.
struct ReverseLaunches {
    FlatList<GradientListedId, Offset> offsets;
    FlatList<ReduceSegmentId, std::uint32_t> segments;
    FlatList<GradientBindingId, PlannedBinding> bindings;
    FlatList<ReduceId, ReduceLaunch> reduces;
    FlatList<ProductGradientId, ProductGradient> products;
    FlatList<KernelGradientId, KernelGradient> kernels;
    FlatList<WeightGradientId, WeightGradient> weights; ///< only with Launching::PerBatch
    std::vector<GradientStep> steps;
    std::uint64_t end = 0;
};

[[nodiscard]] ReverseLaunches reverseLaunches(const GradientInput& input, const GradientSlots& slots,
                                              const ParameterPlaces& parameters);

} // namespace batchscope
