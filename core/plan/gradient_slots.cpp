// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_slots.h"

#include "core/kernels/block_program.h"

#include <algorithm>
#include <map>

namespace batchscope {

namespace {

/// Calls visit(operand, uses) for every operand with a gradient that kernels read, batch by batch; not for parameters.
template <typename Visit>
void eachRead(const GradientInput& input, const Visit& visit) {
    for (const PlannedBatch& batch : input.plan.rows.batches) {
        const CellCode& code = input.code.ops[batch.op];
        for (std::size_t index = 0; index < code.operands.size(); ++index) {
            const OperandId id(index);
            const CodeOperand& operand = code.operands[id];
            if (operand.isRead && operand.source != OperandSource::Parameter && hasGradient(operand)) {
                visit(operand, input.plan.rows.usesOf(batch, id));
            }
        }
    }
}

ProductRowId productOf(const GradientInput& input, const GradientSlots& slots, RowId row, GroupId group) {
    const PlacedRows& places = input.plan.places;
    return slots.productAt(places, group, places.productOffsetOf(row, group));
}

/// Finds the first product row of each group, and makes room for the uses of its product rows.
void countProducts(const PlacedRows& places, GradientSlots& slots) {
    for (const GroupId group : places.strides.ids()) {
        std::size_t rows = 0;
        for (const ClassId id : places.classes.ids()) {
            const Offset first = places.products[places.pairOf(id, group)];
            if (first != kNoOffset) {
                slots.groupFirst[group] = std::min(slots.groupFirst[group], first);
                rows += places.classes[id].rows;
            }
        }
        slots.products[group].uses.assign(rows, 0);
    }
}

void countUses(const GradientInput& input, GradientSlots& slots) {
    const FoundRows& rows = input.plan.rows;
    slots.rows.uses.assign(rows.end.index(), 0);
    eachRead(input, [&](const CodeOperand& operand, IdRange<UseId> uses) {
        for (const RowId row : rows.uses.span(uses)) {
            if (operand.group.valid()) {
                ++slots.products[operand.group].uses[productOf(input, slots, row, operand.group)];
            } else if (!input.isNumber(row)) {
                ++slots.rows.uses[row];
            }
        }
    });
    for (const Value& value : input.graph.outputs) {
        ++slots.rows.uses[rows.rowOf(value)];
    }
}

void placeRowSlots(const GradientInput& input, UseSlots<RowId>& slots, OffsetCursor& next) {
    slots.firsts.assign(slots.uses.size(), kNoOffset);
    const auto place = [&](IdRange<RowId> range) {
        for (const RowId row : range) {
            const RowClass& rows = input.plan.places.classOf(row);
            const std::uint32_t uses = slots.uses[row];
            if (uses > 1 || (uses == 1 && isMixed(rows))) { // rows of constants have slots for the loss only
                slots.firsts[row] = next.take(uses, rows.stride);
            }
        }
    };
    place(input.plan.rows.staticRows());
    place(input.plan.rows.dynamicRows());
}

void placeProductSlots(std::uint32_t stride, UseSlots<ProductRowId>& slots, OffsetCursor& next) {
    slots.firsts.assign(slots.uses.size(), kNoOffset);
    for (const ProductRowId row : slots.uses.ids()) {
        if (slots.uses[row] > 1) {
            slots.firsts[row] = next.take(slots.uses[row], stride);
        }
    }
}

/// Assigns every reader its place, in order.
class ReaderQueue {
public:
    ReaderQueue(const GradientInput& input, const GradientSlots& slots)
        : m_input(input), m_places(input.plan.places), m_slots(slots), m_rows(slots.rows.firsts) {
        for (const UseSlots<ProductRowId>& group : slots.products) {
            m_products.push_back(group.firsts);
        }
    }

    Offset nextOf(RowId row) {
        return m_slots.rows.has(row) ? take(m_rows[row], m_places.classOf(row).stride)
                                     : m_slots.shift + m_places.offsetOf(row);
    }
    Offset nextOf(RowId row, GroupId group) {
        const ProductRowId product = productOf(m_input, m_slots, row, group);
        return m_slots.products[group].has(product) ? take(m_products[group][product], m_places.strides[group])
                                                    : m_slots.shift + m_places.productOffsetOf(row, group);
    }

private:
    static Offset take(Offset& next, std::uint32_t stride) {
        const Offset slot = next;
        next += stride;
        return slot;
    }

    const GradientInput& m_input;
    const PlacedRows& m_places;
    const GradientSlots& m_slots;
    FlatList<RowId, Offset> m_rows;                               // next slot of each row
    IdVector<GroupId, FlatList<ProductRowId, Offset>> m_products; // next slot of each product row
};

} // namespace

GradientSlots findGradientSlots(const GradientInput& input) {
    const std::size_t groups = input.code.groups.size();
    OffsetCursor next(input.plan.end());
    GradientSlots slots{.shift = next.take(1, input.plan.end()),
                        .products = IdVector<GroupId, UseSlots<ProductRowId>>(groups),
                        .groupFirst = IdVector<GroupId, Offset>(groups, kNoOffset)};
    countProducts(input.plan.places, slots);
    countUses(input, slots);
    placeRowSlots(input, slots.rows, next);
    for (const GroupId group : input.plan.places.strides.ids()) {
        placeProductSlots(input.plan.places.strides[group], slots.products[group], next);
    }
    slots.end = next.end();
    return slots;
}

ReaderPlaces placeReaders(const GradientInput& input, const GradientSlots& slots) {
    const FoundRows& rows = input.plan.rows;
    ReaderQueue queue(input, slots);
    ReaderPlaces places;
    places.useOffsets.extend(rows.uses.size());
    eachRead(input, [&](const CodeOperand& operand, IdRange<UseId> uses) {
        const std::span<Offset> out = places.useOffsets.span(uses);
        const std::span<const RowId> read = rows.uses.span(uses);
        for (std::size_t use = 0; use < read.size(); ++use) {
            if (operand.group.valid()) {
                out[use] = queue.nextOf(read[use], operand.group);
            } else {
                out[use] = input.isNumber(read[use]) ? kSkippedRow : queue.nextOf(read[use]);
            }
        }
    });
    places.seeds.reserve(input.graph.outputs.size());
    for (const Value& value : input.graph.outputs) {
        places.seeds.push_back(queue.nextOf(rows.rowOf(value)));
    }
    return places;
}

namespace {

constexpr std::size_t kMostWritten = WeightGradient::kMostWritten;

/// The number of places that a weight has in groups. If it is 1, the first product writes the weight's gradient.
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

/// The weights of the group that its first product writes, as bits. A weight used in parts has several places.
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

/// Places one row per thread for each parameter that kernels read as a row.
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
