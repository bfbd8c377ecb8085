// SPDX-License-Identifier: GPL-3.0-or-later
//
// Copies of an op body without the values that no output needs.
#pragma once

#include "core/graph/op_body.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// By value: 1 if an output needs it.
[[nodiscard]] std::vector<std::uint8_t> neededValues(const OpBody& body);

/// A body with the same outputs, without values that no output needs.
[[nodiscard]] OpBody withoutDeadValues(const OpBody& body);

/// Copies the needed values in order. place(value, copy) returns the value of `copy` that replaces `value`; it may
/// append one. The operands of `value` already refer to `copy`.
template <typename Place>
[[nodiscard]] OpBody copyOfNeeded(const OpBody& body, const Place& place) {
    const std::vector<std::uint8_t> needed = neededValues(body);
    IdVector<BodyId, BodyId> places(body.values.size());
    OpBody result;
    for (std::size_t index = 0; index < body.values.size(); ++index) {
        if (needed[index] == 0) {
            continue;
        }
        BodyValue value = body.values[BodyId(index)];
        value.left = value.left.valid() ? places[value.left] : BodyId();
        value.right = value.right.valid() ? places[value.right] : BodyId();
        places[BodyId(index)] = place(value, result);
    }
    result.outputs.reserve(body.outputs.size());
    for (const BodyId output : body.outputs) {
        result.outputs.push_back(places[output]);
    }
    return result;
}

} // namespace batchscope
