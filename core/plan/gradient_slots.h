// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages of a gradient plan: slots for rows with several readers, the place of each reader, and parameters.
//
// Readers are counted by batch, then by operand; the loss comes last. The k-th reader of a row with slots writes to its
// k-th slot, and the only reader of a row without slots writes to the gradient of the row itself.
#pragma once

#include "core/plan/gradient_plan.h"
#include "core/plan/launch_plan.h"

#include <map>
#include <vector>

namespace batchscope {

/// The input of a gradient plan. All parts must outlive this object; the plan must fit.
struct GradientInput {
    const NetCode& code;
    const OpGraph& graph;
    const LaunchPlan& plan;
    std::uint32_t threads = 1;

    /// True if all gradients start at zero and are added to.
    [[nodiscard]] bool addsAll() const { return code.zeroGradients || code.groups.size() > kDemandBits; }
    /// True for rows of constants and fills, which need no gradient.
    [[nodiscard]] bool isNumber(SpaceId space) const {
        const CopyLaunch* const copy = plan.places.copyInto(space);
        return copy != nullptr && copy->source.source != OperandSource::Lookup;
    }
    [[nodiscard]] bool isNumber(RowId row) const { return isNumber(plan.places.classOf(row).space); }
};

/// The number of readers of each row of a table, and the slots of rows with several readers.
template <typename IdType>
struct UseSlots {
    FlatList<IdType, std::uint32_t> uses;
    FlatList<IdType, Offset> firsts; ///< first slot; kNoOffset if there is none

    [[nodiscard]] bool has(IdType row) const { return firsts[row] != kNoOffset; }
};

struct GradientSlots {
    Offset shift = 0;                                        ///< distance from a row to its gradient
    UseSlots<RowId> rows = {};                               ///< rows that are read directly
    IdVector<GroupId, UseSlots<ProductRowId>> products = {}; ///< product rows
    IdVector<GroupId, Offset> groupFirst = {};               ///< offset of the first product row of the group
    std::uint64_t end = 0;                                   ///< past the last slot

    /// The product row that is stored at `offset`.
    [[nodiscard]] ProductRowId productAt(const PlacedRows& places, GroupId group, Offset offset) const {
        return ProductRowId((offset - groupFirst[group]) / places.strides[group]);
    }
};

/// True if both kernels and products add to the gradients of the rows. Such rows have slots even for one direct reader.
[[nodiscard]] inline bool isMixed(const RowClass& rows) {
    return (rows.demand & kReadDirectly) != 0 && (rows.demand & ~kReadDirectly) != 0;
}

[[nodiscard]] GradientSlots findGradientSlots(const GradientInput& input);

struct ReaderPlaces {
    FlatList<UseId, Offset> useOffsets; ///< where the reader writes (kSkippedRow: nowhere); unset without gradient
    std::vector<Offset> seeds;          ///< by requested value: where the loss writes the value's gradient
};

[[nodiscard]] ReaderPlaces placeReaders(const GradientInput& input, const GradientSlots& slots);

// The parameter stages of a gradient plan: where the gradients of parameters are stored, and the products that compute
// weight gradients after all row gradients or, with Launching::PerBatch, launch by launch.

struct ParameterPlaces {
    FlatList<ParameterSumId, ParameterSum> sums = {};
    IdVector<ParamId, ParameterSumId> sumOf = {}; ///< invalid if no kernel reads it as a row
    IdVector<ParamId, Offset> gradients = {};     ///< see GradientPlan::parameters
    std::uint64_t end = 0;
};

/// Places the gradient of every weight of a group, and of every parameter that is read as a row, from `begin` on.
[[nodiscard]] ParameterPlaces placeParameters(const GradientInput& input, std::uint64_t begin);

/// Makes weight gradients in the order in which they run.
class WeightGradients {
public:
    explicit WeightGradients(const NetCode& code);
    /// The weight gradient of one product launch. The first launch of a group overwrites the gradients of weights that
    /// no other group adds to; all others are added.
    [[nodiscard]] WeightGradient next(const ProductLaunch& launch, Offset shift);

private:
    const NetCode& m_code;
    std::map<ParamId, int> m_places; ///< number of places of a weight in groups
    std::vector<std::uint8_t> m_begun;
};

/// Launching::Shared: one product per block of rows; launches that are adjacent in memory are merged.
[[nodiscard]] FlatList<WeightGradientId, WeightGradient> sharedWeightGradients(const GradientInput& input,
                                                                               Offset shift);

[[nodiscard]] std::vector<TableGradient> tableGradients(const PlacedRows& places);

/// The gradients of parameters that no product writes: they must start at zero.
[[nodiscard]] std::vector<ZeroRange> unwrittenParameters(const GradientInput& input,
                                                         const IdVector<ParamId, Offset>& places,
                                                         const FlatList<WeightGradientId, WeightGradient>& weights);

} // namespace batchscope
