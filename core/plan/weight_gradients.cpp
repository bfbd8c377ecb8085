// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/weight_gradients.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace batchscope {

namespace {

constexpr std::size_t kMostWritten = WeightGradient::kMostWritten;

/// How many places a weight has in groups. One that stands in one place only, whole, is written by its first product.
using Places = std::map<ParamId, int>;

Places placesOf(const NetCode& code) {
    Places places;
    for (const ProductGroup& group : code.groups) {
        for (const GroupWeight& weight : group.weights) {
            ++places[weight.weight];
        }
    }
    return places;
}

/// Which weights of the group are written by its first product. Parts of a weight stand in several places.
std::uint64_t writesOf(const ProductGroup& group, const Places& places) {
    std::uint64_t writes = 0;
    for (std::size_t index = 0; index < std::min(group.weights.size(), kMostWritten); ++index) {
        if (places.at(group.weights[index].weight) == 1) {
            writes |= std::uint64_t{1} << index;
        }
    }
    return writes;
}

std::uint32_t unitsOf(const ParamSpec& spec, DType dtype) {
    return rowUnits(std::int64_t{spec.rows} * spec.columns, dtype);
}

bool extends(const LaunchPlan& plan, const WeightGradient& before, const WeightGradient& next) {
    return before.group == next.group && before.inputStride == next.inputStride &&
           before.input + before.rows * before.inputStride == next.input &&
           before.products + before.rows * plan.groupStride[before.group.index()] == next.products;
}

} // namespace

WeightGradients::WeightGradients(const NetCode& code)
    : m_code(code), m_places(placesOf(code)), m_begun(code.groups.size(), 0) {}

WeightGradient WeightGradients::next(const ProductLaunch& launch, std::uint32_t shift) {
    WeightGradient gradient{launch.group, launch.rows, launch.input, launch.inputStride, shift + launch.output};
    if (m_begun[launch.group.index()] == 0) {
        gradient.writes = writesOf(m_code.groups[launch.group], m_places);
        m_begun[launch.group.index()] = 1;
    }
    return gradient;
}

void placeParameterGradients(const NetCode& code, const OpSet& ops, GradientPlan& result, OffsetCursor& next) {
    result.parameters.assign(ops.params.size(), kNoIndex);
    const auto place = [&](ParamId param) {
        if (std::uint32_t& first = result.parameters[param.index()]; first == kNoIndex) {
            first = next.take(1, unitsOf(ops.params[param], ops.dtype));
        }
    };
    for (const ProductGroup& group : code.groups) {
        for (const GroupWeight& weight : group.weights) {
            place(weight.weight);
        }
    }
    for (const ParameterSum& sum : result.sums) {
        place(sum.param);
    }
}

void planWeightGradients(const NetCode& code, const LaunchPlan& plan, GradientPlan& result) {
    WeightGradients weights(code);
    std::vector<std::uint32_t> order(plan.products.size());
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&plan](std::uint32_t left, std::uint32_t right) {
        return plan.products[left].output < plan.products[right].output;
    });
    for (const std::uint32_t index : order) {
        const WeightGradient next = weights.next(plan.products[index], result.shift);
        if (result.weights.empty() || !extends(plan, result.weights.back(), next)) {
            result.weights.push_back(next);
        } else {
            result.weights.back().rows += next.rows;
        }
    }
}

void planTableGradients(const LaunchPlan& plan, GradientPlan& result) {
    for (const CopyLaunch& copy : plan.copies) {
        if (copy.source == OperandSource::Lookup && copy.count > 0) {
            result.tables.push_back({copy.table, copy.begin, copy.count});
        }
    }
}

void clearUnwrittenParameters(const NetCode& code, const OpSet& ops, GradientPlan& result) {
    std::vector<std::uint8_t> written(ops.params.size(), 0);
    for (const WeightGradient& gradient : result.weights) {
        const std::vector<GroupWeight>& weights = code.groups[gradient.group].weights;
        for (std::size_t index = 0; index < std::min(weights.size(), kMostWritten); ++index) {
            if ((gradient.writes >> index & 1U) != 0) {
                written[weights[index].weight.index()] = 1;
            }
        }
    }
    for (std::size_t index = 0; index < written.size(); ++index) {
        if (result.parameters[index] != kNoIndex && written[index] == 0) {
            result.zeros.push_back({result.parameters[index], unitsOf(ops.params[ParamId(index)], ops.dtype)});
        }
    }
}

} // namespace batchscope
