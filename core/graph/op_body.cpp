// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_body.h"

#include "core/base/check.h"
#include "core/words/graph_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

std::string operands(const BodyValue& value, const IdVector<ParamId, ParamSpec>& params) {
    switch (value.primitive) {
    case Primitive::Argument: return fmt::format("{}", value.argument);
    case Primitive::Lookup: return words::lookupOperands(params[value.weight].name, value.argument);
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

BodyId BodyBuilder::argument(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Argument, .width = width, .argument = index});
}

BodyId BodyBuilder::items(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Argument, .width = width, .rows = RowsOf::Items, .argument = index});
}

BodyId BodyBuilder::lookup(ParamId table, std::int32_t argumentIndex) {
    return push(
        {.primitive = Primitive::Lookup, .width = m_params[table].columns, .weight = table, .argument = argumentIndex});
}

BodyId BodyBuilder::fill(std::int32_t width, double number) {
    return push({.primitive = Primitive::Fill, .width = width, .number = number});
}

BodyId BodyBuilder::linear(BodyId input, ParamId weight, ParamId bias) {
    const ParamSpec& matrix = m_params[weight];
    BATCHSCOPE_CHECK(matrix.columns == width(input));
    BATCHSCOPE_CHECK(!bias.valid() || (m_params[bias].rows == 1 && m_params[bias].columns == matrix.rows));
    return push({.primitive = Primitive::Linear, .width = matrix.rows, .left = input, .weight = weight, .bias = bias});
}

BodyId BodyBuilder::concat(BodyId left, BodyId right) {
    return push({.primitive = Primitive::Concat, .width = width(left) + width(right), .left = left, .right = right});
}

BodyId BodyBuilder::slice(BodyId input, std::int32_t begin, std::int32_t width) {
    BATCHSCOPE_CHECK(begin >= 0 && width > 0 && begin + width <= this->width(input));
    return push({.primitive = Primitive::Slice, .width = width, .left = input, .begin = begin});
}

BodyId BodyBuilder::combineItems(Primitive primitive, BodyId items) {
    BATCHSCOPE_CHECK(combinesItems(primitive) && m_body.values[items].rows == RowsOf::Items);
    return m_body.values.push_back({.primitive = primitive, .width = width(items), .left = items});
}

BodyId BodyBuilder::withNumber(Primitive primitive, BodyId input, double number) {
    BATCHSCOPE_CHECK(isElementwise(primitive) && entryOf(primitive).hasNumber);
    return push({.primitive = primitive, .width = width(input), .left = input, .number = number});
}

BodyId BodyBuilder::overRow(Primitive primitive, BodyId input) {
    const bool isOneColumn = primitive == Primitive::RowSum || primitive == Primitive::RowMax;
    BATCHSCOPE_CHECK(isOneColumn || primitive == Primitive::Softmax || primitive == Primitive::LogSoftmax);
    return push({.primitive = primitive, .width = isOneColumn ? 1 : width(input), .left = input});
}

BodyId BodyBuilder::layerNorm(BodyId input, double epsilon) {
    return push({.primitive = Primitive::LayerNorm, .width = width(input), .left = input, .number = epsilon});
}

BodyId BodyBuilder::dot(BodyId left, BodyId right) {
    BATCHSCOPE_CHECK(width(left) == width(right));
    return push({.primitive = Primitive::Dot, .width = 1, .left = left, .right = right});
}

BodyId BodyBuilder::outer(BodyId left, BodyId right) {
    return push({.primitive = Primitive::Outer, .width = width(left) * width(right), .left = left, .right = right});
}

BodyId BodyBuilder::matVec(BodyId matrix, BodyId vector) {
    BATCHSCOPE_CHECK(width(matrix) % width(vector) == 0);
    return push(
        {.primitive = Primitive::MatVec, .width = width(matrix) / width(vector), .left = matrix, .right = vector});
}

BodyId BodyBuilder::transpose(BodyId matrix, std::int32_t columns) {
    BATCHSCOPE_CHECK(columns > 0 && width(matrix) % columns == 0);
    return push({.primitive = Primitive::Transpose,
                 .width = width(matrix),
                 .left = matrix,
                 .number = static_cast<double>(columns)});
}

BodyId BodyBuilder::widen(BodyId input, std::int32_t width) {
    BATCHSCOPE_CHECK(this->width(input) == 1);
    return push({.primitive = Primitive::Widen, .width = width, .left = input});
}

BodyId BodyBuilder::spread(BodyId row) {
    BATCHSCOPE_CHECK(m_body.values[row].rows == RowsOf::Nodes);
    return m_body.values.push_back(
        {.primitive = Primitive::Spread, .width = width(row), .rows = RowsOf::Items, .left = row});
}

BodyId BodyBuilder::call(std::int32_t index, std::int32_t width) {
    return push({.primitive = Primitive::Call, .width = width, .begin = index});
}

BodyId BodyBuilder::elementwise(Primitive function, BodyId input) {
    BATCHSCOPE_CHECK(isFunction(function));
    return push({.primitive = function, .width = width(input), .left = input});
}

BodyId BodyBuilder::elementwise(Primitive primitive, BodyId left, BodyId right) {
    BATCHSCOPE_CHECK(isElementwise(primitive) && operandCount(primitive) == 2);
    BATCHSCOPE_CHECK(width(left) == width(right));
    return push({.primitive = primitive, .width = width(left), .left = left, .right = right});
}

BodyId BodyBuilder::push(BodyValue value) {
    if (operandCount(value.primitive) > 0) {
        value.rows = m_body.values[value.left].rows;
        BATCHSCOPE_CHECK(operandCount(value.primitive) == 1 || m_body.values[value.right].rows == value.rows);
    }
    return m_body.values.push_back(value);
}

} // namespace batchscope
