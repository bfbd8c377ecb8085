// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what an op computes, said once: a small DAG of primitives over rows. The executor interprets it, the reference
// for a fused kernel is it, lowering a cell graph to a primitive graph expands it, and the code panel prints it.
//
// All values are rows of one width; a batch of B nodes makes every value a [B, width] matrix.
//
//     BodyBuilder body(params);
//     const BodyId h = body.linear(body.argument(0, dim), weight, bias);
//     body.output(body.tanh(h));
#pragma once

#include "core/base/id.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

enum class DType { Float32, Float64 };
[[nodiscard]] std::size_t bytesOf(DType dtype);

/// How a parameter starts: uniform in ±sqrt(1/columns), or all zero.
enum class ParamInit { Uniform, Zero };

/// A matrix [rows, columns], or a vector when rows is 1. A linear map to `rows` from `columns` values is [rows,
/// columns].
struct ParamSpec {
    std::string name;
    std::int32_t rows = 0;
    std::int32_t columns = 0;
    ParamInit init = ParamInit::Uniform;
};

enum class Primitive {
    Argument, ///< row argument k of the op
    Lookup,   ///< row of a table [vocabulary, width] by integer argument k
    Zeros,    ///< a row of zeros
    Linear,   ///< left · weightᵀ (+ bias)
    Add,      ///< left + right
    Multiply, ///< left ∘ right
    Tanh,
    Sigmoid,
    Slice, ///< columns [begin, begin + width) of left
};

[[nodiscard]] const char* primitiveName(Primitive primitive);

struct BodyValue {
    Primitive primitive = Primitive::Zeros;
    std::int32_t width = 0; ///< columns of this value
    BodyId left = {};       ///< operands come earlier in the body
    BodyId right = {};
    ParamId weight = {};       ///< Linear, Lookup
    ParamId bias = {};         ///< Linear; may be invalid
    std::int32_t argument = 0; ///< Argument, Lookup: which argument of the op
    std::int32_t begin = 0;    ///< Slice
};

struct OpBody {
    IdVector<BodyId, BodyValue> values;
    std::vector<BodyId> outputs;

    /// Whether it holds a product with a parameter; schedulers prefer ops without at ties.
    [[nodiscard]] bool hasProduct() const;
    /// Parameters in order of first use.
    [[nodiscard]] std::vector<ParamId> parameters() const;
    /// One line a value, for example `v3 = linear(v0, W_l, b_l)  [500]`.
    [[nodiscard]] std::string text(const IdVector<ParamId, ParamSpec>& params) const;
};

/// Widths are checked here (CHECK): a body is written by a net's author, not by a user.
class BodyBuilder {
public:
    explicit BodyBuilder(const IdVector<ParamId, ParamSpec>& params) : m_params(params) {}

    BodyId argument(std::int32_t index, std::int32_t width);
    BodyId lookup(ParamId table, std::int32_t argumentIndex);
    BodyId zeros(std::int32_t width);
    BodyId linear(BodyId input, ParamId weight, ParamId bias);
    BodyId add(BodyId left, BodyId right) { return binary(Primitive::Add, left, right); }
    BodyId multiply(BodyId left, BodyId right) { return binary(Primitive::Multiply, left, right); }
    BodyId tanh(BodyId input) { return unary(Primitive::Tanh, input); }
    BodyId sigmoid(BodyId input) { return unary(Primitive::Sigmoid, input); }
    BodyId slice(BodyId input, std::int32_t begin, std::int32_t width);
    /// Declares the next output of the op.
    void output(BodyId value) { m_body.outputs.push_back(value); }
    [[nodiscard]] OpBody take() { return std::move(m_body); }

private:
    BodyId unary(Primitive primitive, BodyId input);
    BodyId binary(Primitive primitive, BodyId left, BodyId right);
    [[nodiscard]] std::int32_t width(BodyId value) const { return m_body.values[value].width; }

    const IdVector<ParamId, ParamSpec>& m_params;
    OpBody m_body;
};

} // namespace batchscope
