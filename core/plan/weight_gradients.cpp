// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/weight_gradients.h"

#include <algorithm>
#include <map>

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

bool extends(const PlacedRows& places, const WeightGradient& before, const WeightGradient& next) {
    return before.group == next.group && before.inputStride == next.inputStride &&
           before.input + before.rows * before.inputStride == next.input &&
           before.products + before.rows * places.strides[before.group] == next.products;
}

/// One row a thread for each parameter that kernels read as a row.
void placeSums(const GradientInput& input, ParameterPlaces& places, OffsetCursor& next) {
    for (const CellCode& code : input.code.ops) {
        for (const CodeOperand& operand : code.operands) {
            if (operand.source != OperandSource::Parameter || places.sumOf[operand.param].valid()) {
                continue;
            }
            const std::uint32_t stride = rowUnits(operand.width, input.graph.ops.dtype);
            places.sumOf[operand.param] =
                places.sums.push_back({operand.param, next.take(input.threads, stride), stride});
        }
    }
}

} // namespace

ParameterPlaces placeParameters(const GradientInput& input, std::uint64_t begin) {
    const OpSet& ops = input.graph.ops;
    OffsetCursor next(begin);
    ParameterPlaces places{.sumOf = IdVector<ParamId, ParameterSumId>(ops.params.size()),
                           .gradients = IdVector<ParamId, Offset>(ops.params.size(), kNoOffset)};
    placeSums(input, places, next);
    const auto place = [&](ParamId param) {
        if (Offset& first = places.gradients[param]; first == kNoOffset) {
            first = next.take(1, unitsOf(ops.params[param], ops.dtype));
        }
    };
    for (const ProductGroup& group : input.code.groups) {
        for (const GroupWeight& weight : group.weights) {
            place(weight.weight);
        }
    }
    for (const ParameterSum& sum : places.sums) {
        place(sum.param);
    }
    places.end = next.end();
    return places;
}

WeightGradients::WeightGradients(const NetCode& code)
    : m_code(code), m_places(placesOf(code)), m_begun(code.groups.size(), 0) {}

WeightGradient WeightGradients::next(const ProductLaunch& launch, Offset shift) {
    WeightGradient gradient{launch.group, launch.rows, launch.input, launch.inputStride, shift + launch.output};
    if (m_begun[launch.group.index()] == 0) {
        gradient.writes = writesOf(m_code.groups[launch.group], m_places);
        m_begun[launch.group.index()] = 1;
    }
    return gradient;
}

FlatList<WeightGradientId, WeightGradient> sharedWeightGradients(const GradientInput& input, Offset shift) {
    const FlatList<ProductId, ProductLaunch>& products = input.plan.launches.products;
    WeightGradients weights(input.code);
    std::vector<ProductId> order;
    order.reserve(products.size());
    for (const ProductId id : products.ids()) {
        order.push_back(id);
    }
    std::sort(order.begin(), order.end(),
              [&products](ProductId left, ProductId right) { return products[left].output < products[right].output; });
    FlatList<WeightGradientId, WeightGradient> gradients;
    for (const ProductId id : order) {
        const WeightGradient next = weights.next(products[id], shift);
        if (gradients.empty() || !extends(input.plan.places, gradients.back(), next)) {
            gradients.push_back(next);
        } else {
            gradients.back().rows += next.rows;
        }
    }
    return gradients;
}

std::vector<TableGradient> tableGradients(const PlacedRows& places) {
    std::vector<TableGradient> tables;
    for (const CopyLaunch& copy : places.copies) {
        if (copy.source.source == OperandSource::Lookup && !copy.rows.empty()) {
            tables.push_back({copy.source.table, copy.rows});
        }
    }
    return tables;
}

std::vector<ZeroRange> unwrittenParameters(const GradientInput& input, const IdVector<ParamId, Offset>& places,
                                           const FlatList<WeightGradientId, WeightGradient>& weights) {
    const OpSet& ops = input.graph.ops;
    IdVector<ParamId, std::uint8_t> written(ops.params.size(), 0);
    for (const WeightGradient& gradient : weights) {
        const std::vector<GroupWeight>& parts = input.code.groups[gradient.group].weights;
        for (std::size_t index = 0; index < std::min(parts.size(), kMostWritten); ++index) {
            if ((gradient.writes >> index & 1U) != 0) {
                written[parts[index].weight] = 1;
            }
        }
    }
    std::vector<ZeroRange> zeros;
    for (std::size_t index = 0; index < written.size(); ++index) {
        const ParamId id(index);
        if (places[id] != kNoOffset && written[id] == 0) {
            zeros.push_back({places[id], unitsOf(ops.params[id], ops.dtype)});
        }
    }
    return zeros;
}

} // namespace batchscope
