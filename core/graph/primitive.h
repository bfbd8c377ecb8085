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
    Tanh,
    Sigmoid,
    Relu, ///< max(left, 0)
    Exp,
    Concat,     ///< columns of left, then columns of right
    Slice,      ///< columns [begin, begin + width) of left
    SegmentSum, ///< sum over the items of each node; zeros for a node without items
    Spread,     ///< the node's row, once for each of its items
    Call,       ///< output `begin` of what an opaque op calls (op_call.h); reads all arguments of the op
};

struct PrimitiveEntry {
    Primitive primitive;
    const char* name;           ///< as `do` of a program and the text of a body have it
    const char* sign;           ///< as the diagram of a body has it
    int operands = 0;           ///< left, right
    bool isElementwise = false; ///< computed column by column from its operands
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
    {.primitive = Primitive::Tanh, .name = "tanh", .sign = "tanh", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Sigmoid, .name = "sigmoid", .sign = "σ", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Relu, .name = "relu", .sign = "relu", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Exp, .name = "exp", .sign = "exp", .operands = 1, .isElementwise = true},
    {.primitive = Primitive::Concat, .name = "concat", .sign = "concat", .operands = 2},
    {.primitive = Primitive::Slice, .name = "slice", .sign = "slice", .operands = 1},
    {.primitive = Primitive::SegmentSum, .name = "segment_sum", .sign = "Σ items", .operands = 1},
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
/// Whether it is a function of one operand, column by column.
[[nodiscard]] constexpr bool isFunction(Primitive primitive) {
    return isElementwise(primitive) && operandCount(primitive) == 1;
}

} // namespace batchscope
