// SPDX-License-Identifier: GPL-3.0-or-later
//
// The primitives that bodies of ops are made of, and what is known of each without computing it. A function of one
// operand (tanh, relu, …) is an entry here, one in core/kernels/block_functions.h and one in
// core/exec/interpreter/elementwise_torch.cpp; name and enumerator join the three, and the compiler checks that.
#pragma once

#include "core/words/sign_words.h"

#include <array>
#include <cstddef>

namespace batchscope {

enum class Primitive {
    Argument, ///< row argument k of the op
    Lookup,   ///< row of a table [vocabulary, width] by integer argument k
    Fill,     ///< a row that holds `number` everywhere
    Linear,   ///< left · weightᵀ (+ bias)
    Add,      ///< left + right
    Subtract, ///< left - right
    Multiply, ///< left ∘ right
    Divide,   ///< left / right, column by column
    Minimum,  ///< the smaller of left and right; at a tie each has half of the gradient
    Maximum,  ///< the larger one; the same
    Step,     ///< 1 where left > right, 1/2 where they are equal, else 0; no gradient
    Mask,     ///< left where right > 0, else 0; no gradient to the right
    Tanh,
    Sigmoid,
    Relu, ///< max(left, 0); the derivative at 0 is 0
    Exp,
    Log,
    Sqrt,
    Abs,        ///< the derivative at 0 is 0
    Gelu,       ///< left · Φ(left), Φ the normal distribution: with erf, not with tanh
    Softplus,   ///< log(1 + exp(left))
    Scale,      ///< left · number
    Shift,      ///< left + number
    Power,      ///< left ^ number
    LeakyRelu,  ///< left where left > 0, else number · left; the derivative at 0 is `number`
    RowSum,     ///< the sum of all columns: one column
    RowMax,     ///< the largest column; ties share the gradient
    Dot,        ///< the sum of left ∘ right: one column
    Widen,      ///< the only column, `width` times
    Softmax,    ///< over the columns
    LogSoftmax, ///< over the columns
    LayerNorm,  ///< (left - mean) / sqrt(variance + number), both over the columns; the variance is that of all columns
    Outer,      ///< left[i] · right[j] in column i · width of right + j
    Transpose,  ///< left, a matrix of `number` columns, row by row, with rows and columns exchanged
    MatVec,     ///< left, a matrix of as many columns as right has, row by row, times right
    Concat,     ///< columns of left, then columns of right
    Slice,      ///< columns [begin, begin + width) of left
    SegmentSum, ///< sum over the items of each node; zeros for a node without items
    SegmentMean, ///< the same divided by the number of items
    SegmentMax,  ///< column by column, the largest of the items; zeros without items; ties share the gradient
    Spread,      ///< the node's row, once for each of its items
    Call,        ///< output `begin` of what an opaque op calls (op_set.h); reads all arguments of the op
};

struct PrimitiveEntry {
    Primitive primitive;
    const char* name;           ///< as `do` of a program and the text of a body have it
    const char* sign;           ///< as the diagram of a body has it
    int operands = 0;           ///< left, right
    bool isElementwise = false; ///< computed column by column from its operands
    bool hasNumber = false;     ///< depends on BodyValue::number, too
    bool readsRows = false;     ///< computed from whole rows of its operands, by one kernel of its own
};

/// In the order of the enumeration.
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
/// How many operands (left, right) it takes: 0, 1 or 2.
[[nodiscard]] constexpr int operandCount(Primitive primitive) {
    return entryOf(primitive).operands;
}
/// Whether a value is computed column by column from its operands.
[[nodiscard]] constexpr bool isElementwise(Primitive primitive) {
    return entryOf(primitive).isElementwise;
}
/// Whether it is a function of one operand and nothing else, column by column.
[[nodiscard]] constexpr bool isFunction(Primitive primitive) {
    return isElementwise(primitive) && operandCount(primitive) == 1 && !entryOf(primitive).hasNumber;
}
/// Whether it reads whole rows.
[[nodiscard]] constexpr bool readsRows(Primitive primitive) {
    return entryOf(primitive).readsRows;
}
/// Whether it combines the items of each node.
[[nodiscard]] constexpr bool combinesItems(Primitive primitive) {
    return primitive == Primitive::SegmentSum || primitive == Primitive::SegmentMean ||
           primitive == Primitive::SegmentMax;
}

} // namespace batchscope
