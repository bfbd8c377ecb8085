// SPDX-License-Identifier: GPL-3.0-or-later
//
// The body of an op: a small DAG of primitives over rows. It is the only definition of what an op computes: the
// interpreter runs it, the engine compiles it, lowering to a primitive graph expands it, and the code panel prints it.
//
// Each value is a row of a fixed width; in a batch of B nodes, it is a [B, width] matrix. A variadic argument gives
// each node any number of items; values computed from items have one row for each item of each node, until a primitive
// such as a segment sum combines them into one row for each node.
//
//     BodyBuilder body(params);
//     const BodyId h = body.linear(body.argument(0, dim), weight, bias);
//     body.output(body.tanh(h));
#pragma once

#include "core/base/id.h"
#include "core/graph/primitive.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

enum class DType { Float32, Float64 };
[[nodiscard]] std::size_t bytesOf(DType dtype);

/// The initial values of a parameter: uniform in ±sqrt(1/columns), all zero, or all one.
enum class ParamInit { Uniform, Zero, One };

/// The meaning of a table's row numbers, so that the user can be shown more than the number.
enum class RowMeaning : std::uint8_t {
    None,  ///< only a number
    Words, ///< word ids of the treebank
    Bytes, ///< bytes of a text; numbers from 256 on are special marks of the net
};

/// A matrix [rows, columns], or a vector if `rows` is 1. The weight of a linear map has a row for each output column.
struct ParamSpec {
    std::string name;
    std::int32_t rows = 0;
    std::int32_t columns = 0;
    ParamInit init = ParamInit::Uniform;
    RowMeaning meaning = RowMeaning::None; ///< meaning of the row numbers, if it is a table
    /// The rows · columns initial values, row by row; null: `init` applies.
    std::shared_ptr<const std::vector<double>> given = nullptr;
    bool isFixed = false;  ///< not trained: a buffer of a module, such as a running mean
    bool isTurned = false; ///< the user's module stores it as [columns, rows]
};

/// Display text of one number of a parameter, such as `Wl[3, 2]`; `index` counts row by row.
[[nodiscard]] std::string entryText(const ParamSpec& param, std::size_t index);

/// The kind of rows that a value has.
enum class RowsOf : std::uint8_t {
    Nodes, ///< one row for each node of the batch
    Items, ///< one row for each item of each node
};

struct BodyValue {
    Primitive primitive = Primitive::Fill;
    std::int32_t width = 0; ///< columns of this value
    RowsOf rows = RowsOf::Nodes;
    BodyId left = {}; ///< operands come earlier in the body
    BodyId right = {};
    ParamId weight = {};       ///< Linear, Lookup
    ParamId bias = {};         ///< Linear; may be invalid
    std::int32_t argument = 0; ///< Argument, Lookup: slot of the op
    std::int32_t begin = 0;    ///< Slice: first column; Call: index of the output
    double number = 0.0;       ///< Fill, and primitives with PrimitiveEntry::hasNumber
};

struct OpBody {
    IdVector<BodyId, BodyValue> values;
    std::vector<BodyId> outputs;

    /// True if the body may contain a product (linear or call); at ties, schedulers prefer ops without one.
    [[nodiscard]] bool hasProduct() const;
    /// Parameters in order of first use.
    [[nodiscard]] std::vector<ParamId> parameters() const;
    /// One value, for example `v3 = linear(v0, W_l, b_l)`.
    [[nodiscard]] std::string valueText(BodyId value, const IdVector<ParamId, ParamSpec>& params) const;
    /// One line per value, with its width, such as `v3 = linear(v0, W_l, b_l)  [500]`; the last line lists the outputs.
    [[nodiscard]] std::string text(const IdVector<ParamId, ParamSpec>& params) const;
};

/// The columns of a value appended to `before`: determined by its operands and parameters, or value.width if the
/// primitive allows any width. Nullopt if the widths do not fit, or an operand or parameter does not exist. Does not
/// check BodyValue::rows.
[[nodiscard]] std::optional<std::int32_t> widthOf(const BodyValue& value, const IdVector<BodyId, BodyValue>& before,
                                                  const IdVector<ParamId, ParamSpec>& params);

/// Builds an op's body. CHECKs the widths, because bodies are written by the author of a net, not by a user.
/// Values are stored in call order; never pass two calls as arguments of a third: C++ leaves their order unspecified.
class BodyBuilder {
public:
    explicit BodyBuilder(const IdVector<ParamId, ParamSpec>& params) : m_params(params) {}

    BodyId argument(std::int32_t index, std::int32_t width);
    /// A variadic row argument: one row for each item.
    BodyId items(std::int32_t index, std::int32_t width);
    BodyId lookup(ParamId table, std::int32_t argumentIndex);
    BodyId fill(std::int32_t width, double number);
    BodyId zeros(std::int32_t width) { return fill(width, 0.0); }
    BodyId linear(BodyId input, ParamId weight, ParamId bias);
    /// A linear map without a bias.
    BodyId linear(BodyId input, ParamId weight) { return linear(input, weight, {}); }
    BodyId add(BodyId left, BodyId right) { return elementwise(Primitive::Add, left, right); }
    BodyId subtract(BodyId left, BodyId right) { return elementwise(Primitive::Subtract, left, right); }
    BodyId multiply(BodyId left, BodyId right) { return elementwise(Primitive::Multiply, left, right); }
    BodyId tanh(BodyId input) { return elementwise(Primitive::Tanh, input); }
    BodyId sigmoid(BodyId input) { return elementwise(Primitive::Sigmoid, input); }
    BodyId relu(BodyId input) { return elementwise(Primitive::Relu, input); }
    BodyId exp(BodyId input) { return elementwise(Primitive::Exp, input); }
    BodyId scale(BodyId input, double number) { return withNumber(Primitive::Scale, input, number); }
    BodyId shift(BodyId input, double number) { return withNumber(Primitive::Shift, input, number); }
    /// `primitive` is Scale, Shift, Power or LeakyRelu.
    BodyId withNumber(Primitive primitive, BodyId input, double number);
    /// Any function of one operand (isFunction()), including those above.
    BodyId elementwise(Primitive function, BodyId input);
    /// Any elementwise primitive of two operands of one width.
    BodyId elementwise(Primitive primitive, BodyId left, BodyId right);
    /// `primitive` is RowSum or RowMax (one column), Softmax or LogSoftmax (as wide as the input).
    BodyId overRow(Primitive primitive, BodyId input);
    BodyId layerNorm(BodyId input, double epsilon);
    BodyId dot(BodyId left, BodyId right);
    BodyId outer(BodyId left, BodyId right);
    /// `matrix` holds rows as wide as `vector`, one after another.
    BodyId matVec(BodyId matrix, BodyId vector);
    /// `columns` must divide the width of `matrix`.
    BodyId transpose(BodyId matrix, std::int32_t columns);
    /// `input` must have width 1.
    BodyId widen(BodyId input, std::int32_t width);
    BodyId concat(BodyId left, BodyId right);
    BodyId slice(BodyId input, std::int32_t begin, std::int32_t width);
    BodyId segmentSum(BodyId items) { return combineItems(Primitive::SegmentSum, items); }
    /// `primitive` must satisfy combinesItems(); `items` must have one row per item.
    BodyId combineItems(Primitive primitive, BodyId items);
    /// `row` must have one row per node, in an op with a variadic argument.
    BodyId spread(BodyId row);
    /// Output `index` of an opaque op's call. The body of such an op contains only arguments and calls.
    BodyId call(std::int32_t index, std::int32_t width);
    /// Declares the next output of the op.
    void output(BodyId value) { m_body.outputs.push_back(value); }
    [[nodiscard]] OpBody take() { return std::move(m_body); }

private:
    /// Appends a value and sets its width, and its `rows` according to its operands.
    BodyId push(BodyValue value);

    const IdVector<ParamId, ParamSpec>& m_params;
    OpBody m_body;
};

} // namespace batchscope
