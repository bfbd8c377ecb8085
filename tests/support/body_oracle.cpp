// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/body_oracle.h"

#include "core/base/check.h"
#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope::testing {

namespace {

using Rows = std::vector<OracleRow>;

template <typename Function>
Rows mapped(const Rows& rows, Function function) {
    Rows results = rows;
    for (OracleRow& row : results) {
        std::transform(row.begin(), row.end(), row.begin(), function);
    }
    return results;
}

template <typename Function>
Rows combined(const Rows& left, const Rows& right, Function function) {
    BATCHSCOPE_CHECK(left.size() == right.size());
    Rows results = left;
    for (std::size_t row = 0; row < left.size(); ++row) {
        BATCHSCOPE_CHECK(left[row].size() == right[row].size());
        std::transform(left[row].begin(), left[row].end(), right[row].begin(), results[row].begin(), function);
    }
    return results;
}

Rows joined(const Rows& left, const Rows& right) {
    BATCHSCOPE_CHECK(left.size() == right.size());
    Rows results;
    for (std::size_t row = 0; row < left.size(); ++row) {
        results.push_back(concat(left[row], right[row]));
    }
    return results;
}

Rows sliced(const Rows& rows, std::int32_t begin, std::int32_t width) {
    Rows results;
    for (const OracleRow& row : rows) {
        results.emplace_back(row.begin() + begin, row.begin() + begin + width);
    }
    return results;
}

Rows summed(const Rows& items, std::int32_t width) {
    OracleRow sum(static_cast<std::size_t>(width), 0.0);
    for (const OracleRow& item : items) {
        sum = add(sum, item);
    }
    return {sum};
}

Rows mean(const Rows& items, std::int32_t width) {
    return mapped(summed(items, width),
                  [&items](double sum) { return items.empty() ? 0.0 : sum / static_cast<double>(items.size()); });
}

Rows largest(const Rows& items, std::int32_t width) {
    OracleRow top = items.empty() ? OracleRow(static_cast<std::size_t>(width), 0.0) : items.front();
    for (const OracleRow& item : items) {
        std::transform(top.begin(), top.end(), item.begin(), top.begin(),
                       [](double x, double y) { return std::max(x, y); });
    }
    return {top};
}

double sumOf(const OracleRow& row) {
    return std::accumulate(row.begin(), row.end(), 0.0);
}

OracleRow softmax(OracleRow row) {
    std::transform(row.begin(), row.end(), row.begin(), [](double x) { return std::exp(x); });
    const double sum = sumOf(row);
    std::transform(row.begin(), row.end(), row.begin(), [sum](double x) { return x / sum; });
    return row;
}

OracleRow layerNorm(OracleRow row, double epsilon) {
    const double mean = sumOf(row) / static_cast<double>(row.size());
    double variance = 0.0;
    for (double& x : row) {
        x -= mean;
        variance += x * x / static_cast<double>(row.size());
    }
    for (double& x : row) {
        x /= std::sqrt(variance + epsilon);
    }
    return row;
}

OracleRow outer(const OracleRow& left, const OracleRow& right) {
    OracleRow products;
    for (const double x : left) {
        for (const double y : right) {
            products.push_back(x * y);
        }
    }
    return products;
}

OracleRow transposed(const OracleRow& matrix, std::size_t columns) {
    OracleRow result;
    for (std::size_t column = 0; column < columns; ++column) {
        for (std::size_t at = column; at < matrix.size(); at += columns) {
            result.push_back(matrix[at]);
        }
    }
    return result;
}

double dot(const OracleRow& left, const OracleRow& right, std::size_t first) {
    return std::inner_product(right.begin(), right.end(), left.begin() + static_cast<std::ptrdiff_t>(first), 0.0);
}

OracleRow matVec(const OracleRow& matrix, const OracleRow& vector) {
    OracleRow products;
    for (std::size_t first = 0; first < matrix.size(); first += vector.size()) {
        products.push_back(dot(matrix, vector, first));
    }
    return products;
}

OracleRow ofWholeRow(const BodyValue& value, const OracleRow& left, const OracleRow& right) {
    switch (value.primitive) {
    case Primitive::RowSum: return {sumOf(left)};
    case Primitive::RowMax: return {*std::max_element(left.begin(), left.end())};
    case Primitive::Dot: return {dot(left, right, 0)};
    case Primitive::Widen: return OracleRow(static_cast<std::size_t>(value.width), left.front());
    case Primitive::Softmax: return softmax(left);
    case Primitive::LogSoftmax: {
        OracleRow row = softmax(left);
        std::transform(row.begin(), row.end(), row.begin(), [](double x) { return std::log(x); });
        return row;
    }
    case Primitive::LayerNorm: return layerNorm(left, value.number);
    case Primitive::Outer: return outer(left, right);
    case Primitive::Transpose: return transposed(left, static_cast<std::size_t>(value.number));
    default: break;
    }
    BATCHSCOPE_CHECK(value.primitive == Primitive::MatVec);
    return matVec(left, right);
}

Rows ofWholeRows(const BodyValue& value, const Rows& left, const Rows& right) {
    Rows results;
    for (std::size_t row = 0; row < left.size(); ++row) {
        results.push_back(ofWholeRow(value, left[row], right.empty() ? OracleRow() : right[row]));
    }
    return results;
}

} // namespace

OracleParams::OracleParams(const OpSet& ops, IdVector<ParamId, OracleRow> numbers) : m_numbers(std::move(numbers)) {
    for (const ParamSpec& spec : ops.params) {
        m_shapes.push_back({spec.name, static_cast<std::size_t>(spec.rows), static_cast<std::size_t>(spec.columns)});
    }
}

ParamId OracleParams::find(std::string_view name) const {
    ParamId found;
    for (std::size_t index = 0; index < m_shapes.size(); ++index) {
        if (m_shapes[ParamId(index)].name == name) {
            BATCHSCOPE_CHECK(!found.valid());
            found = ParamId(index);
        }
    }
    BATCHSCOPE_CHECK(found.valid());
    return found;
}

double OracleParams::at(ParamId param, std::size_t row, std::size_t column) const {
    return m_numbers[param][row * m_shapes[param].columns + column];
}

OracleRow OracleParams::row(ParamId param, std::size_t row) const {
    BATCHSCOPE_CHECK(row < m_shapes[param].rows);
    OracleRow result;
    for (std::size_t column = 0; column < m_shapes[param].columns; ++column) {
        result.push_back(at(param, row, column));
    }
    return result;
}

OracleRow OracleParams::row(std::string_view name, std::size_t row) const {
    return this->row(find(name), row);
}

OracleRow OracleParams::linear(std::string_view weight, const OracleRow& input) const {
    return linear(find(weight), ParamId(), input);
}

OracleRow OracleParams::linear(std::string_view weight, std::string_view bias, const OracleRow& input) const {
    return linear(find(weight), find(bias), input);
}

OracleRow OracleParams::linear(ParamId weight, ParamId bias, const OracleRow& input) const {
    BATCHSCOPE_CHECK(input.size() == m_shapes[weight].columns);
    OracleRow result(m_shapes[weight].rows, 0.0);
    for (std::size_t out = 0; out < result.size(); ++out) {
        for (std::size_t in = 0; in < input.size(); ++in) {
            result[out] += at(weight, out, in) * input[in];
        }
    }
    return bias.valid() ? add(result, row(bias, 0)) : result;
}

OracleParams oracleParams(const OpSet& ops, std::uint64_t seed) {
    Random random(seed);
    IdVector<ParamId, OracleRow> numbers;
    for (const ParamSpec& spec : ops.params) {
        OracleRow values(static_cast<std::size_t>(spec.rows) * static_cast<std::size_t>(spec.columns));
        std::generate(values.begin(), values.end(), [&] { return 2.0 * random.uniform() - 1.0; });
        numbers.push_back(std::move(values));
    }
    return {ops, std::move(numbers)};
}

BodyOracle::BodyOracle(const OpGraph& graph, const OracleParams& params) : m_graph(graph) {
    m_offsets.reserve(graph.size());
    for (std::size_t index = 0; index < graph.size(); ++index) {
        compute(NodeId(index), params);
    }
}

const OracleRow& BodyOracle::at(Value value) const {
    return m_outputs[m_offsets[value.node.index()] + (value.output == Value::kUnsplit ? 0 : value.output)];
}

std::vector<OracleRow> BodyOracle::outputs() const {
    std::vector<OracleRow> rows;
    for (const Value value : m_graph.outputs) {
        rows.push_back(at(value));
    }
    return rows;
}

void BodyOracle::compute(NodeId node, const OracleParams& params) {
    const OpBody& body = m_graph.opOf(node).body;
    m_body.clear();
    for (const BodyValue& value : body.values) {
        m_body.push_back(valueOf(node, value, params));
        for (const OracleRow& row : m_body.back()) {
            BATCHSCOPE_CHECK(row.size() == static_cast<std::size_t>(value.width));
        }
        BATCHSCOPE_CHECK(value.rows == RowsOf::Items || m_body.back().size() == 1);
    }
    m_offsets.push_back(m_outputs.size());
    for (const BodyId output : body.outputs) {
        BATCHSCOPE_CHECK(body.values[output].rows == RowsOf::Nodes);
        m_outputs.push_back(m_body[output.index()].front());
    }
}

std::vector<OracleRow> BodyOracle::valueOf(NodeId node, const BodyValue& value, const OracleParams& params) const {
    static const Rows kNone;
    const Rows& left = value.left.valid() ? m_body[value.left.index()] : kNone;
    const Rows& right = value.right.valid() ? m_body[value.right.index()] : kNone;
    const auto slot = static_cast<std::size_t>(value.argument);
    switch (value.primitive) {
    case Primitive::Argument: return argumentOf(node, slot);
    case Primitive::Lookup: return {params.row(value.weight, m_graph.slotOf(node, slot).front().payload)};
    case Primitive::Fill: return {OracleRow(static_cast<std::size_t>(value.width), value.number)};
    case Primitive::Linear: {
        Rows results;
        for (const OracleRow& row : left) {
            results.push_back(params.linear(value.weight, value.bias, row));
        }
        return results;
    }
    case Primitive::Add: return combined(left, right, [](double x, double y) { return x + y; });
    case Primitive::Subtract: return combined(left, right, [](double x, double y) { return x - y; });
    case Primitive::Multiply: return combined(left, right, [](double x, double y) { return x * y; });
    case Primitive::Divide: return combined(left, right, [](double x, double y) { return x / y; });
    case Primitive::Minimum: return combined(left, right, [](double x, double y) { return std::min(x, y); });
    case Primitive::Maximum: return combined(left, right, [](double x, double y) { return std::max(x, y); });
    case Primitive::Step:
        return combined(left, right, [](double x, double y) { return x > y ? 1.0 : x == y ? 0.5 : 0.0; });
    case Primitive::Mask: return combined(left, right, [](double x, double y) { return y > 0.0 ? x : 0.0; });
    case Primitive::Scale: return mapped(left, [&value](double x) { return x * value.number; });
    case Primitive::Shift: return mapped(left, [&value](double x) { return x + value.number; });
    case Primitive::Power: return mapped(left, [&value](double x) { return std::pow(x, value.number); });
    case Primitive::LeakyRelu: return mapped(left, [&value](double x) { return x > 0.0 ? x : x * value.number; });
    case Primitive::SegmentMean: return mean(left, value.width);
    case Primitive::SegmentMax: return largest(left, value.width);
    case Primitive::Concat: return joined(left, right);
    case Primitive::Slice: return sliced(left, value.begin, value.width);
    case Primitive::SegmentSum: return summed(left, value.width);
    case Primitive::Spread: {
        const std::size_t items = m_graph.slotOf(node, m_graph.opOf(node).fixedSlots()).size();
        return Rows(items, left.front());
    }
    default: break;
    }
    if (readsRows(value.primitive)) {
        return ofWholeRows(value, left, right);
    }
    const FunctionOracle* const function = functionOracle(primitiveName(value.primitive));
    BATCHSCOPE_CHECK(function != nullptr);
    return mapped(left, function->value);
}

std::vector<OracleRow> BodyOracle::argumentOf(NodeId node, std::size_t slot) const {
    Rows rows;
    for (const Argument& argument : m_graph.slotOf(node, slot)) {
        if (argument.kind == ArgumentClass::Constant) {
            const auto numbers = m_graph.constants[argument.constant()];
            rows.emplace_back(numbers.begin(), numbers.end());
        } else {
            BATCHSCOPE_CHECK(argument.isValue());
            rows.push_back(at(argument.value()));
        }
    }
    return rows;
}

OracleRow add(const OracleRow& left, const OracleRow& right) {
    BATCHSCOPE_CHECK(left.size() == right.size());
    OracleRow sum = left;
    for (std::size_t index = 0; index < sum.size(); ++index) {
        sum[index] += right[index];
    }
    return sum;
}

OracleRow concat(const OracleRow& left, const OracleRow& right) {
    OracleRow both = left;
    both.insert(both.end(), right.begin(), right.end());
    return both;
}

void expectNear(const OracleRow& actual, const OracleRow& expected) {
    ASSERT_EQ(actual.size(), expected.size());
    for (std::size_t index = 0; index < actual.size(); ++index) {
        EXPECT_NEAR(actual[index], expected[index], 1e-12 * std::max(1.0, std::abs(expected[index])))
            << "[" << index << "]";
    }
}

} // namespace batchscope::testing
