// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_body.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace batchscope {

namespace {

std::string operands(const BodyValue& value, const IdVector<ParamId, ParamSpec>& params) {
    switch (value.primitive) {
    case Primitive::Argument: return fmt::format("{}", value.argument);
    case Primitive::Lookup: return fmt::format("{}, argument {}", params[value.weight].name, value.argument);
    case Primitive::Fill: return fmt::format("{:g}", value.number);
    case Primitive::Linear:
        return fmt::format("v{}, {}{}", value.left.value, params[value.weight].name,
                           value.bias.valid() ? ", " + params[value.bias].name : "");
    case Primitive::Slice: return fmt::format("v{}, {}:{}", value.left.value, value.begin, value.begin + value.width);
    case Primitive::Call: return fmt::format("{}", value.begin);
    default: break;
    }
    if (entryOf(value.primitive).hasNumber) {
        return fmt::format("v{}, {:g}", value.left.value, value.number);
    }
    return operandCount(value.primitive) == 2 ? fmt::format("v{}, v{}", value.left.value, value.right.value)
                                              : fmt::format("v{}", value.left.value);
}

} // namespace

std::size_t bytesOf(DType dtype) {
    return dtype == DType::Float32 ? 4 : 8;
}

std::string entryText(const ParamSpec& param, std::size_t index) {
    const auto columns = static_cast<std::size_t>(param.columns);
    return fmt::format("{}[{}, {}]", param.name, index / columns, index % columns);
}

bool OpBody::hasProduct() const {
    return std::any_of(values.begin(), values.end(), [](const BodyValue& value) {
        return value.primitive == Primitive::Linear || value.primitive == Primitive::Call;
    });
}

std::vector<ParamId> OpBody::parameters() const {
    std::vector<ParamId> used;
    for (const BodyValue& value : values) {
        for (const ParamId param : {value.weight, value.bias}) {
            if (param.valid() && std::find(used.begin(), used.end(), param) == used.end()) {
                used.push_back(param);
            }
        }
    }
    return used;
}

std::string OpBody::valueText(BodyId value, const IdVector<ParamId, ParamSpec>& params) const {
    return fmt::format("v{} = {}({})", value.value, primitiveName(values[value].primitive),
                       operands(values[value], params));
}

std::string OpBody::text(const IdVector<ParamId, ParamSpec>& params) const {
    std::string out;
    for (std::size_t index = 0; index < values.size(); ++index) {
        const BodyId value(index);
        out += fmt::format("{}  [{}]\n", valueText(value, params), values[value].width);
    }
    out += "return";
    for (std::size_t output = 0; output < outputs.size(); ++output) {
        out += fmt::format("{} v{}", output == 0 ? "" : ",", outputs[output].value);
    }
    return out + "\n";
}

std::optional<std::int32_t> widthOf(const BodyValue& value, const IdVector<BodyId, BodyValue>& before,
                                    const IdVector<ParamId, ParamSpec>& params) {
    const int operands = operandCount(value.primitive);
    if ((operands > 0 && !before.contains(value.left)) || (operands > 1 && !before.contains(value.right))) {
        return std::nullopt;
    }
    const std::int64_t left = operands > 0 ? before[value.left].width : 0;
    const std::int64_t right = operands > 1 ? before[value.right].width : 0;
    const auto given = [&](bool fits) { return fits && value.width > 0 ? std::optional(value.width) : std::nullopt; };
    const auto computed = [](bool fits, std::int64_t width) {
        constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
        return fits && width > 0 && width <= kMost ? std::optional(static_cast<std::int32_t>(width)) : std::nullopt;
    };
    switch (value.primitive) {
    case Primitive::Argument:
    case Primitive::Fill:
    case Primitive::Call: return given(true);
    case Primitive::Widen: return given(left == 1);
    case Primitive::Slice: return given(value.begin >= 0 && std::int64_t{value.begin} + value.width <= left);
    case Primitive::Lookup:
        return params.contains(value.weight) ? std::optional(params[value.weight].columns) : std::nullopt;
    case Primitive::Linear: {
        if (!params.contains(value.weight) || (value.bias.valid() && !params.contains(value.bias))) {
            return std::nullopt;
        }
        const ParamSpec& matrix = params[value.weight];
        const bool hasRightBias =
            !value.bias.valid() || (params[value.bias].rows == 1 && params[value.bias].columns == matrix.rows);
        return computed(matrix.columns == left && hasRightBias, matrix.rows);
    }
    case Primitive::RowSum:
    case Primitive::RowMax: return 1;
    case Primitive::Dot: return computed(left == right, 1);
    case Primitive::Outer: return computed(true, left * right);
    case Primitive::MatVec: return right > 0 ? computed(left % right == 0, left / right) : std::nullopt;
    case Primitive::Transpose: {
        const auto columns = static_cast<std::int64_t>(value.number);
        return computed(columns > 0 && static_cast<double>(columns) == value.number && left % columns == 0, left);
    }
    case Primitive::Concat: return computed(true, left + right);
    default: return computed(operands < 2 || left == right, left);
    }
}

BodyId BodyBuilder::argument(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Argument, .width = width, .argument = index});
}

BodyId BodyBuilder::items(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Argument, .width = width, .rows = RowsOf::Items, .argument = index});
}

BodyId BodyBuilder::lookup(ParamId table, std::int32_t argumentIndex) {
    return push({.primitive = Primitive::Lookup, .weight = table, .argument = argumentIndex});
}

BodyId BodyBuilder::fill(std::int32_t width, double number) {
    return push({.primitive = Primitive::Fill, .width = width, .number = number});
}

BodyId BodyBuilder::linear(BodyId input, ParamId weight, ParamId bias) {
    return push({.primitive = Primitive::Linear, .left = input, .weight = weight, .bias = bias});
}

BodyId BodyBuilder::concat(BodyId left, BodyId right) {
    return push({.primitive = Primitive::Concat, .left = left, .right = right});
}

BodyId BodyBuilder::slice(BodyId input, std::int32_t begin, std::int32_t width) {
    return push({.primitive = Primitive::Slice, .width = width, .left = input, .begin = begin});
}

BodyId BodyBuilder::combineItems(Primitive primitive, BodyId items) {
    BATCHSCOPE_CHECK(combinesItems(primitive) && m_body.values[items].rows == RowsOf::Items);
    return push({.primitive = primitive, .left = items});
}

BodyId BodyBuilder::withNumber(Primitive primitive, BodyId input, double number) {
    BATCHSCOPE_CHECK(isElementwise(primitive) && entryOf(primitive).hasNumber);
    return push({.primitive = primitive, .left = input, .number = number});
}

BodyId BodyBuilder::overRow(Primitive primitive, BodyId input) {
    BATCHSCOPE_CHECK(primitive == Primitive::RowSum || primitive == Primitive::RowMax ||
                     primitive == Primitive::Softmax || primitive == Primitive::LogSoftmax);
    return push({.primitive = primitive, .left = input});
}

BodyId BodyBuilder::layerNorm(BodyId input, double epsilon) {
    return push({.primitive = Primitive::LayerNorm, .left = input, .number = epsilon});
}

BodyId BodyBuilder::dot(BodyId left, BodyId right) {
    return push({.primitive = Primitive::Dot, .left = left, .right = right});
}

BodyId BodyBuilder::outer(BodyId left, BodyId right) {
    return push({.primitive = Primitive::Outer, .left = left, .right = right});
}

BodyId BodyBuilder::matVec(BodyId matrix, BodyId vector) {
    return push({.primitive = Primitive::MatVec, .left = matrix, .right = vector});
}

BodyId BodyBuilder::transpose(BodyId matrix, std::int32_t columns) {
    return push({.primitive = Primitive::Transpose, .left = matrix, .number = static_cast<double>(columns)});
}

BodyId BodyBuilder::widen(BodyId input, std::int32_t width) {
    return push({.primitive = Primitive::Widen, .width = width, .left = input});
}

BodyId BodyBuilder::spread(BodyId row) {
    BATCHSCOPE_CHECK(m_body.values[row].rows == RowsOf::Nodes);
    return push({.primitive = Primitive::Spread, .left = row});
}

BodyId BodyBuilder::call(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Call, .width = width, .begin = index});
}

BodyId BodyBuilder::elementwise(Primitive function, BodyId input) {
    BATCHSCOPE_CHECK(isFunction(function));
    return push({.primitive = function, .left = input});
}

BodyId BodyBuilder::elementwise(Primitive primitive, BodyId left, BodyId right) {
    BATCHSCOPE_CHECK(isElementwise(primitive) && operandCount(primitive) == 2);
    return push({.primitive = primitive, .left = left, .right = right});
}

BodyId BodyBuilder::push(BodyValue value) {
    const std::optional<std::int32_t> width = widthOf(value, m_body.values, m_params);
    BATCHSCOPE_CHECK(width);
    value.width = *width;
    if (combinesItems(value.primitive)) {
        value.rows = RowsOf::Nodes;
    } else if (value.primitive == Primitive::Spread) {
        value.rows = RowsOf::Items;
    } else if (operandCount(value.primitive) > 0) {
        value.rows = m_body.values[value.left].rows;
        BATCHSCOPE_CHECK(operandCount(value.primitive) == 1 || m_body.values[value.right].rows == value.rows);
    }
    return m_body.values.push_back(value);
}

} // namespace batchscope
