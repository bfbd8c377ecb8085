// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first two stages of a gradient plan: which rows have several readers, and so slots for their gradients; then
// where each reader writes.
//
// Readers are served in order of the launches: the k-th reader of a row with slots writes to its k-th slot, the only
// reader of another row to the gradient of the row itself.
#pragma once

#include "core/plan/gradient_plan.h"
#include "core/plan/launch_plan.h"

#include <map>
#include <vector>

namespace batchscope {

/// What a gradient plan is made of. All must outlive the use of this; the plan must fit.
struct GradientInput {
    const NetCode& code;
    const OpGraph& graph;
    const LaunchPlan& plan;
    std::uint32_t threads = 1;

    /// All gradients begin at zero and are added to.
    [[nodiscard]] bool addsAll() const { return code.zeroGradients || code.groups.size() > kDemandBits; }
    /// Rows that hold constants or one number: they need no gradient.
    [[nodiscard]] bool isNumber(SpaceId space) const {
        const CopyLaunch* const copy = plan.places.copyInto(space);
        return copy != nullptr && copy->source.source != OperandSource::Lookup;
    }
    [[nodiscard]] bool isNumber(RowId row) const { return isNumber(plan.places.classOf(row).space); }
};

/// Readers of the rows of one table, and the slots of those with several.
template <typename IdType>
struct UseSlots {
    FlatList<IdType, std::uint32_t> uses;
    FlatList<IdType, Offset> firsts; ///< first slot; kNoOffset: none

    [[nodiscard]] bool has(IdType row) const { return firsts[row] != kNoOffset; }
};

struct GradientSlots {
    Offset shift = 0;                                        ///< from a row to its gradient
    UseSlots<RowId> rows = {};                               ///< read directly
    IdVector<GroupId, UseSlots<ProductRowId>> products = {}; ///< read as products
    IdVector<GroupId, Offset> groupFirst = {};               ///< the first product row of the group
    std::uint64_t end = 0;                                   ///< past the last slot

    /// Of the product row that is stored there.
    [[nodiscard]] ProductRowId productAt(const PlacedRows& places, GroupId group, Offset offset) const {
        return ProductRowId((offset - groupFirst[group]) / places.strides[group]);
    }
};

/// Rows whose products add to their gradients, too, have slots even for one reader.
[[nodiscard]] inline bool isMixed(const RowClass& rows) {
    return (rows.demand & kReadDirectly) != 0 && (rows.demand & ~kReadDirectly) != 0;
}

[[nodiscard]] GradientSlots findGradientSlots(const GradientInput& input);

struct ReaderPlaces {
    FlatList<UseId, Offset> useOffsets; ///< kSkippedRow: the gradient is not wanted; of uses without gradient, anything
    std::vector<Offset> seeds;          ///< by requested value: where the loss writes
};

[[nodiscard]] ReaderPlaces placeReaders(const GradientInput& input, const GradientSlots& slots);

// The stages of a gradient plan that are about parameters: where their gradients are stored, and the products that make
// them: once all rows have theirs, or, with Launching::PerBatch, for each launch as soon as its rows have theirs.

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
