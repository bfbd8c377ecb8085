// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_set.h"

#include <algorithm>
#include <set>

namespace batchscope {

const char* argumentClassName(ArgumentClass kind) {
    switch (kind) {
    case ArgumentClass::Row: return "row";
    case ArgumentClass::Shared: return "shared";
    case ArgumentClass::Integer: return "integer";
    case ArgumentClass::Constant: return "constant";
    }
    return "unknown";
}

std::size_t Op::fixedSlots() const {
    const auto first = std::find_if(arguments.begin(), arguments.end(),
                                    [](const ArgumentType& argument) { return argument.arity == Arity::Any; });
    return static_cast<std::size_t>(first - arguments.begin());
}

const Op* OpSet::unknownOp() const {
    const auto found = std::find_if(ops.begin(), ops.end(),
                                    [](const Op& op) { return op.call != nullptr && !op.call->unknown().empty(); });
    return found == ops.end() ? nullptr : &*found;
}

bool OpSet::hasCalls() const {
    return std::any_of(ops.begin(), ops.end(), [](const Op& op) { return op.call != nullptr; });
}

std::size_t OpSet::parameterCount() const {
    std::size_t count = 0;
    for (const ParamSpec& param : params) {
        count += static_cast<std::size_t>(param.rows) * static_cast<std::size_t>(param.columns);
    }
    return count;
}

std::size_t OpSet::weightCount(const Op& op) const {
    std::set<ParamId> used;
    for (const BodyValue& value : op.body.values) {
        if (value.primitive == Primitive::Linear) {
            used.insert(value.weight);
            if (value.bias.valid()) {
                used.insert(value.bias);
            }
        }
    }
    std::size_t count = 0;
    for (const ParamId param : used) {
        count += static_cast<std::size_t>(params[param].rows) * static_cast<std::size_t>(params[param].columns);
    }
    return count;
}

} // namespace batchscope
