// SPDX-License-Identifier: GPL-3.0-or-later
//
// An oracle for nets that needs neither LibTorch nor a schedule: it computes a graph node by node, in creation order,
// in plain doubles. A test writes a net's equations out by hand over the same parameters and compares.
//
//     const OracleParams params = oracleParams(graph.ops, 7);
//     const BodyOracle oracle(graph, params);
//     expectNear(oracle.at(graph.outputs[0]), add(params.linear("Wl", "bl", h), params.row("br")));
#pragma once

#include "core/graph/op_graph.h"
#include "tests/support/function_oracle.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace batchscope::testing {

using OracleRow = std::vector<double>;

/// The values of the parameters of an op set, read by name.
class OracleParams {
public:
    OracleParams(const OpSet& ops, IdVector<ParamId, OracleRow> numbers);

    /// The parameter with that name; BATCHSCOPE_CHECK fails unless there is exactly one.
    [[nodiscard]] ParamId find(std::string_view name) const;
    [[nodiscard]] double at(ParamId param, std::size_t row, std::size_t column) const;
    /// A row of a matrix, for example a word's embedding; row 0 of a bias is the whole bias.
    [[nodiscard]] OracleRow row(ParamId param, std::size_t row) const;
    [[nodiscard]] OracleRow row(std::string_view name, std::size_t row = 0) const;
    /// input · weightᵀ
    [[nodiscard]] OracleRow linear(std::string_view weight, const OracleRow& input) const;
    /// input · weightᵀ + bias
    [[nodiscard]] OracleRow linear(std::string_view weight, std::string_view bias, const OracleRow& input) const;
    [[nodiscard]] OracleRow linear(ParamId weight, ParamId bias, const OracleRow& input) const;

private:
    struct Shape {
        std::string name;
        std::size_t rows;
        std::size_t columns;
    };
    IdVector<ParamId, Shape> m_shapes;
    IdVector<ParamId, OracleRow> m_numbers;
};

/// Draws all parameters uniformly from [-1, 1), including biases, so that a missing bias shows.
[[nodiscard]] OracleParams oracleParams(const OpSet& ops, std::uint64_t seed);

/// Computes all outputs of all nodes of a graph.
class BodyOracle {
public:
    BodyOracle(const OpGraph& graph, const OracleParams& params);

    /// The row of a value; an unsplit value is its output 0.
    [[nodiscard]] const OracleRow& at(Value value) const;
    /// The rows of all requested values, in order of request.
    [[nodiscard]] std::vector<OracleRow> outputs() const;

private:
    void compute(NodeId node, const OracleParams& params);
    /// A value of the present body: one row, or one row per item.
    [[nodiscard]] std::vector<OracleRow> valueOf(NodeId node, const BodyValue& value, const OracleParams& params) const;
    [[nodiscard]] std::vector<OracleRow> argumentOf(NodeId node, std::size_t slot) const;

    const OpGraph& m_graph;
    std::vector<std::size_t> m_offsets; // by NodeId: index into m_outputs
    std::vector<OracleRow> m_outputs;
    std::vector<std::vector<OracleRow>> m_body; // values of the present node, by BodyId
};

/// The element-wise sum.
[[nodiscard]] OracleRow add(const OracleRow& left, const OracleRow& right);
[[nodiscard]] OracleRow concat(const OracleRow& left, const OracleRow& right);
/// Expects equal widths and equal numbers, within 1e-12 relative to max(1, |expected|).
void expectNear(const OracleRow& actual, const OracleRow& expected);

} // namespace batchscope::testing
