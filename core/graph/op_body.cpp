// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/op_body.h"

#include "core/base/check.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

std::string operands(const BodyValue& value, const IdVector<ParamId, ParamSpec>& params) {
    switch (value.primitive) {
    case Primitive::Argument: return fmt::format("{}", value.argument);
    case Primitive::Lookup: return fmt::format("{}, argument {}", params[value.weight].name, value.argument);
    case Primitive::Zeros: return {};
    case Primitive::Linear:
        return fmt::format("v{}, {}{}", value.left.value, params[value.weight].name,
                           value.bias.valid() ? ", " + params[value.bias].name : "");
    case Primitive::Add:
    case Primitive::Multiply: return fmt::format("v{}, v{}", value.left.value, value.right.value);
    case Primitive::Tanh:
    case Primitive::Sigmoid: return fmt::format("v{}", value.left.value);
    case Primitive::Slice: return fmt::format("v{}, {}:{}", value.left.value, value.begin, value.begin + value.width);
    }
    return {};
}

} // namespace

std::size_t bytesOf(DType dtype) {
    return dtype == DType::Float32 ? 4 : 8;
}

const char* primitiveName(Primitive primitive) {
    switch (primitive) {
    case Primitive::Argument: return "argument";
    case Primitive::Lookup: return "lookup";
    case Primitive::Zeros: return "zeros";
    case Primitive::Linear: return "linear";
    case Primitive::Add: return "add";
    case Primitive::Multiply: return "multiply";
    case Primitive::Tanh: return "tanh";
    case Primitive::Sigmoid: return "sigmoid";
    case Primitive::Slice: return "slice";
    }
    return "unknown";
}

bool OpBody::hasProduct() const {
    return std::any_of(values.begin(), values.end(),
                       [](const BodyValue& value) { return value.primitive == Primitive::Linear; });
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

std::string OpBody::text(const IdVector<ParamId, ParamSpec>& params) const {
    std::string out;
    for (std::size_t index = 0; index < values.size(); ++index) {
        const BodyValue& value = values[BodyId(index)];
        out += fmt::format("v{} = {}({})  [{}]\n", index, primitiveName(value.primitive), operands(value, params),
                           value.width);
    }
    out += "return";
    for (const BodyId output : outputs) {
        out += fmt::format("{} v{}", output == outputs.front() ? "" : ",", output.value);
    }
    return out + "\n";
}

BodyId BodyBuilder::argument(std::int32_t index, std::int32_t width) {
    return m_body.values.push_back({.primitive = Primitive::Argument, .width = width, .argument = index});
}

BodyId BodyBuilder::lookup(ParamId table, std::int32_t argumentIndex) {
    return m_body.values.push_back(
        {.primitive = Primitive::Lookup, .width = m_params[table].columns, .weight = table, .argument = argumentIndex});
}

BodyId BodyBuilder::zeros(std::int32_t width) {
    return m_body.values.push_back({.primitive = Primitive::Zeros, .width = width});
}

BodyId BodyBuilder::linear(BodyId input, ParamId weight, ParamId bias) {
    const ParamSpec& matrix = m_params[weight];
    CHECK(matrix.columns == width(input));
    CHECK(!bias.valid() || (m_params[bias].rows == 1 && m_params[bias].columns == matrix.rows));
    return m_body.values.push_back(
        {.primitive = Primitive::Linear, .width = matrix.rows, .left = input, .weight = weight, .bias = bias});
}

BodyId BodyBuilder::slice(BodyId input, std::int32_t begin, std::int32_t width) {
    CHECK(begin >= 0 && width > 0 && begin + width <= this->width(input));
    return m_body.values.push_back({.primitive = Primitive::Slice, .width = width, .left = input, .begin = begin});
}

BodyId BodyBuilder::unary(Primitive primitive, BodyId input) {
    return m_body.values.push_back({.primitive = primitive, .width = width(input), .left = input});
}

BodyId BodyBuilder::binary(Primitive primitive, BodyId left, BodyId right) {
    CHECK(width(left) == width(right));
    return m_body.values.push_back({.primitive = primitive, .width = width(left), .left = left, .right = right});
}

} // namespace batchscope
