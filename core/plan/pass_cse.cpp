// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pass `cse`: a body that was written for readers, or lowered from another, may compute one thing twice.
#include "core/plan/needed_values.h"
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

/// The same outputs without values that equal an earlier one, or that no output needs.
OpBody withoutCommonSubexpressions(const OpBody& body) {
    std::map<Key, BodyId> known;
    return copyOfNeeded(body, [&known](const BodyValue& value, OpBody& result) {
        const auto [entry, isNew] = known.try_emplace(keyOf(value), BodyId(result.values.size()));
        if (isNew) {
            result.values.push_back(value);
        }
        return entry->second;
    });
}

} // namespace

constinit const PassEntry kCsePass = {
    .pass = Pass::Cse,
    .name = "cse",
    .title = "Common subexpressions",
    .description = "computes each repeated expression of a body only once",
    .rewrite = withoutCommonSubexpressions,
};

} // namespace batchscope
