// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/common_subexpressions.h"

#include "core/plan/pass.h"

#include <map>
#include <tuple>

namespace batchscope {

namespace {

using Key =
    std::tuple<Primitive, std::int32_t, RowsOf, BodyId, BodyId, ParamId, ParamId, std::int32_t, std::int32_t, double>;

Key keyOf(const BodyValue& value) {
    return {value.primitive, value.width, value.rows,     value.left,  value.right,
            value.weight,    value.bias,  value.argument, value.begin, value.number};
}

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

/// Copies the needed values; `place` says where each of them stands in the copy.
template <typename Place>
OpBody rebuilt(const OpBody& body, const Place& place) {
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

} // namespace

OpBody withoutDeadValues(const OpBody& body) {
    return rebuilt(body, [](const BodyValue& value, OpBody& result) { return result.values.push_back(value); });
}

OpBody withoutCommonSubexpressions(const OpBody& body) {
    std::map<Key, BodyId> known;
    return rebuilt(body, [&known](const BodyValue& value, OpBody& result) {
        const auto [entry, isNew] = known.try_emplace(keyOf(value), BodyId(result.values.size()));
        if (isNew) {
            result.values.push_back(value);
        }
        return entry->second;
    });
}

constinit const PassEntry kCsePass = {
    .pass = Pass::Cse,
    .name = "cse",
    .title = "Common subexpressions",
    .description = "computes each repeated expression of a body only once",
    .rewrite = withoutCommonSubexpressions,
};

} // namespace batchscope
