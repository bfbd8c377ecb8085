// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stages of a gradient plan that are about parameters: where their gradients are stored, and the products that make
// them: once all rows have theirs, or, with Launching::PerBatch, for each launch as soon as its rows have theirs.
#pragma once

#include "core/plan/gradient_plan.h"
#include "core/plan/gradient_slots.h"

#include <map>

namespace batchscope {

struct ParameterPlaces {
    FlatList<ParameterSumId, ParameterSum> sums = {};
    IdVector<ParamId, ParameterSumId> sumOf = {}; ///< not valid: no kernel reads it as a row
    IdVector<ParamId, Offset> gradients = {};     ///< see GradientPlan::parameters
    std::uint64_t end = 0;
};

/// Gives every weight of a group, and every parameter that is read as a row, a place from `begin` on.
[[nodiscard]] ParameterPlaces placeParameters(const GradientInput& input, std::uint64_t begin);

/// Makes weight gradients in the order in which they will run.
class WeightGradients {
public:
    explicit WeightGradients(const NetCode& code);
    /// Of the rows of one product. The first of a group writes what nobody else adds to; the others add.
    [[nodiscard]] WeightGradient next(const ProductLaunch& launch, Offset shift);

private:
    const NetCode& m_code;
    std::map<ParamId, int> m_places; ///< of a weight in groups
    std::vector<std::uint8_t> m_begun;
};

/// Launching::Shared: one product for each block of rows; launches that follow each other in memory are one.
[[nodiscard]] FlatList<WeightGradientId, WeightGradient> sharedWeightGradients(const GradientInput& input,
                                                                               Offset shift);

[[nodiscard]] std::vector<TableGradient> tableGradients(const PlacedRows& places);

/// Gradients of parameters that none of the products writes: they begin at zero.
[[nodiscard]] std::vector<ZeroRange> unwrittenParameters(const GradientInput& input,
                                                         const IdVector<ParamId, Offset>& places,
                                                         const FlatList<WeightGradientId, WeightGradient>& weights);

} // namespace batchscope
