// SPDX-License-Identifier: GPL-3.0-or-later
//
// The primitives that bodies of ops consist of, and the static properties of each. A function of one operand (tanh,
// relu, …) has an entry here, one in core/kernels/block_functions.h and one in
// core/exec/interpreter/elementwise_torch.cpp. If an entry is missing, the program does not compile.
#pragma once

#include "core/words/sign_words.h"

#include <array>
#include <cstddef>

namespace batchscope {

enum class Primitive {
    Argument, ///< the row in slot `argument` of the op
    Lookup,   ///< the row of a table [vocabulary, width] that the integer in slot `argument` selects
    Fill,     ///< a row with `number` in every column
    Linear,   ///< left · weightᵀ (+ bias)
    Add,      ///< left + right
    Subtract, ///< left - right
    Multiply, ///< left ∘ right
    Divide,   ///< left / right, column by column
    Minimum,  ///< the smaller of left and right; at a tie each gets half of the gradient
    Maximum,  ///< the larger of left and right; at a tie each gets half of the gradient
    Step,     ///< 1 if left > right, 1/2 if they are equal, else 0; no gradient
    Mask,     ///< left if right > 0, else 0; no gradient for right
    Tanh,
    Sigmoid,
    Relu, ///< max(left, 0); the derivative at 0 is 0
    Exp,
    Log,
    Sqrt,
    Abs,         ///< the derivative at 0 is 0
    Gelu,        ///< left · Φ(left), with Φ the normal distribution; uses erf, not the tanh approximation
    Softplus,    ///< log(1 + exp(left))
    Scale,       ///< left · number
    Shift,       ///< left + number
    Power,       ///< left ^ number
    LeakyRelu,   ///< left if left > 0, else number · left; the derivative at 0 is `number`
    RowSum,      ///< the sum of all columns: one column
    RowMax,      ///< the largest column; ties share the gradient
    Dot,         ///< the sum of left ∘ right: one column
    Widen,       ///< the only column, repeated `width` times
    Softmax,     ///< over the columns
    LogSoftmax,  ///< over the columns
    LayerNorm,   ///< (left - mean) / sqrt(variance + number) over the columns, with the biased variance
    Outer,       ///< left[i] · right[j] in column i · width(right) + j
    Transpose,   ///< left, a row-major matrix with `number` columns, transposed
    MatVec,      ///< left · right, with left a row-major matrix whose rows are as wide as right
    Concat,      ///< columns of left, then columns of right
    Slice,       ///< columns [begin, begin + width) of left
    SegmentSum,  ///< sum over the items of each node; zeros for a node without items
    SegmentMean, ///< SegmentSum divided by the number of items; zeros without items
    SegmentMax,  ///< column by column, the largest of the items; zeros without items; ties share the gradient
    Spread,      ///< the node's row, repeated for each of its items
    Call,        ///< output `begin` of an opaque op's call (op_set.h), which reads all arguments of the op
};

struct PrimitiveEntry {
    Primitive primitive;
    const char* name;           ///< used for `do` in a program and in the text of a body
    const char* sign;           ///< used in the diagram of a body
    int operands = 0;           ///< number of operands (left, right)
    bool isElementwise = false; ///< computed column by column from its operands
    bool hasNumber = false;     ///< also depends on BodyValue::number
    bool readsRows = false;     ///< see readsRows()
};

/// The entries in the order of the enumeration.
inline constexpr auto kPrimitives = std::to_array<PrimitiveEntry>({
    {.primitive = Primitive::Argument, .name = "argument", .sign = "argument"},
    {.primitive = Primitive::Lookup, .name = "lookup", .sign = words::kLookUpSign},
    {.primitive = Primitive::Fill, .name = "fill", .sign = "fill"},
    {.primitive = Primitive::Linear, .name = "linear", .sign = "linear", .operands = 1},
    {.primitive = Primitive::Add, .name = "add", .sign = "+", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Subtract, .name = "subtract", .sign = "−", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Multiply, .name = "multiply", .sign = "×", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Divide, .name = "divide", .sign = "÷", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Minimum, .name = "min", .sign = "min", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Maximum, .name = "max", .sign = "max", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Step, .name = "step", .sign = "step", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Mask, .name = "mask", .sign = "mask", .operands = 2, .isElementwise = true},
    {.primitive = Primitive::Tanh, .name = "tanh", .sign = "tanh", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Sigmoid, .name = "sigmoid", .sign = "σ", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Relu, .name = "relu", .sign = "relu", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Exp, .name = "exp", .sign = "exp", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Log, .name = "log", .sign = "log", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Sqrt, .name = "sqrt", .sign = "√", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Abs, .name = "abs", .sign = "| |", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Gelu, .name = "gelu", .sign = "gelu", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Softplus, .name = "softplus", .sign = "softplus", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Scale,
     .name = "scale",
     .sign = "scale",
     .operands = 1,
     .isElementwise = true,
     .hasNumber = true},
    {.primitive = Primitive::Shift,
     .name = "shift",
     .sign = "shift",
     .operands = 1,
     .isElementwise = true,
     .hasNumber = true},
    {.primitive = Primitive::Power,
     .name = "power",
     .sign = "power",
     .operands = 1,
     .isElementwise = true,
     .hasNumber = true},
    {.primitive = Primitive::LeakyRelu,
     .name = "leaky_relu",
     .sign = words::kLeakyReluSign,
     .operands = 1,
     .isElementwise = true,
     .hasNumber = true},
    {.primitive = Primitive::RowSum, .name = "row_sum", .sign = "Σ", .operands = 1, .readsRows = true},
    {.primitive = Primitive::RowMax, .name = "row_max", .sign = "max", .operands = 1, .readsRows = true},
    {.primitive = Primitive::Dot, .name = "dot", .sign = "·", .operands = 2, .readsRows = true},
    {.primitive = Primitive::Widen, .name = "widen", .sign = "widen", .operands = 1, .readsRows = true},
    {.primitive = Primitive::Softmax, .name = "softmax", .sign = "softmax", .operands = 1, .readsRows = true},
    {.primitive = Primitive::LogSoftmax,
     .name = "log_softmax",
     .sign = words::kLogSoftmaxSign,
     .operands = 1,
     .readsRows = true},
    {.primitive = Primitive::LayerNorm,
     .name = "layer_norm",
     .sign = words::kLayerNormSign,
     .operands = 1,
     .hasNumber = true,
     .readsRows = true},
    {.primitive = Primitive::Outer, .name = "outer", .sign = "⊗", .operands = 2, .readsRows = true},
    {.primitive = Primitive::Transpose,
     .name = "transpose",
     .sign = "transpose",
     .operands = 1,
     .hasNumber = true,
     .readsRows = true},
    {.primitive = Primitive::MatVec, .name = "matvec", .sign = "M·v", .operands = 2, .readsRows = true},
    {.primitive = Primitive::Concat, .name = "concat", .sign = "concat", .operands = 2},
    {.primitive = Primitive::Slice, .name = "slice", .sign = "slice", .operands = 1},
    {.primitive = Primitive::SegmentSum, .name = "segment_sum", .sign = "Σ items", .operands = 1},
    {.primitive = Primitive::SegmentMean,
     .name = "segment_mean",
     .sign = words::kMeanOfItemsSign,
     .operands = 1,
     .readsRows = true},
    {.primitive = Primitive::SegmentMax,
     .name = "segment_max",
     .sign = words::kMaxOfItemsSign,
     .operands = 1,
     .readsRows = true},
    {.primitive = Primitive::Spread, .name = "spread", .sign = "spread", .operands = 1},
    {.primitive = Primitive::Call, .name = "call", .sign = "call"},
});

[[nodiscard]] constexpr const PrimitiveEntry& entryOf(Primitive primitive) {
    return kPrimitives[static_cast<std::size_t>(primitive)];
}
static_assert([] {
    for (const PrimitiveEntry& entry : kPrimitives) {
        if (&entry != &entryOf(entry.primitive)) {
            return false;
        }
    }
    return true;
}());

[[nodiscard]] constexpr const char* primitiveName(Primitive primitive) {
    return entryOf(primitive).name;
}
/// The number of operands (left, right): 0, 1 or 2.
[[nodiscard]] constexpr int operandCount(Primitive primitive) {
    return entryOf(primitive).operands;
}
/// True if the primitive is computed column by column from its operands.
[[nodiscard]] constexpr bool isElementwise(Primitive primitive) {
    return entryOf(primitive).isElementwise;
}
/// True if the primitive is an elementwise function of one operand without a number.
[[nodiscard]] constexpr bool isFunction(Primitive primitive) {
    return isElementwise(primitive) && operandCount(primitive) == 1 && !entryOf(primitive).hasNumber;
}
/// True if the primitive is computed from whole rows, or from all items of a node, by a dedicated kernel.
[[nodiscard]] constexpr bool readsRows(Primitive primitive) {
    return entryOf(primitive).readsRows;
}
/// True if the primitive combines the items of each node into one row.
[[nodiscard]] constexpr bool combinesItems(Primitive primitive) {
    return primitive == Primitive::SegmentSum || primitive == Primitive::SegmentMean ||
           primitive == Primitive::SegmentMax;
}

} // namespace batchscope
