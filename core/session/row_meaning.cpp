// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/row_meaning.h"

#include <algorithm>

namespace batchscope {

RowMeaning rowMeaningOf(const OpSet& ops, const Op& op, std::size_t slot) {
    const auto& values = op.body.values;
    const auto lookup = std::find_if(values.begin(), values.end(), [slot](const BodyValue& value) {
        return value.primitive == Primitive::Lookup && static_cast<std::size_t>(value.argument) == slot;
    });
    return lookup == values.end() ? RowMeaning::None : ops.params[lookup->weight].meaning;
}

std::vector<WordSlot> wordSlots(const OpSet& ops) {
    std::vector<WordSlot> slots(ops.ops.size());
    for (std::size_t index = 0; index < slots.size(); ++index) {
        const Op& op = ops.ops[OpId(index)];
        for (std::size_t slot = 0; slot < op.fixedSlots(); ++slot) {
            const bool integer = op.arguments[slot].kind == ArgumentClass::Integer;
            const RowMeaning meaning = integer ? rowMeaningOf(ops, op, slot) : RowMeaning::None;
            if (meaning != RowMeaning::None) {
                slots[index] = {slot, meaning};
                break;
            }
        }
    }
    return slots;
}

} // namespace batchscope
