// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/gradient_slots.h"

#include "core/kernels/block_program.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Calls visit(operand, uses) for every operand of every batch whose gradient is wanted.
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

/// Makes room for the product rows of all groups.
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
            if (uses > 1 || (uses == 1 && isMixed(rows))) { // of a number only requests are counted
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

/// Gives every reader its place, in order.
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
    FlatList<RowId, Offset> m_rows;                               // the next slot of each
    IdVector<GroupId, FlatList<ProductRowId, Offset>> m_products; // likewise
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

} // namespace batchscope
