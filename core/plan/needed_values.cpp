// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/needed_values.h"

namespace batchscope {

std::vector<std::uint8_t> neededValues(const OpBody& body) {
    std::vector<std::uint8_t> needed(body.values.size(), 0);
    for (const BodyId output : body.outputs) {
        needed[output.index()] = 1;
    }
    for (std::size_t index = body.values.size(); index-- > 0;) {
        const BodyValue& value = body.values[BodyId(index)];
        if (needed[index] == 0) {
            continue;
        }
        for (const BodyId operand : {value.left, value.right}) {
            if (operand.valid()) {
                needed[operand.index()] = 1;
            }
        }
    }
    return needed;
}

OpBody withoutDeadValues(const OpBody& body) {
    return copyOfNeeded(body, [](const BodyValue& value, OpBody& result) { return result.values.push_back(value); });
}

} // namespace batchscope
