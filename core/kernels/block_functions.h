// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions that a block program applies column by column: their names, their derivatives, and both written with
// the vectors V of an instruction set (block_loops.h lists the members of V). A new function needs an enumerator, an
// entry and a specialization, all in this file.
//
// Only data and templates over V are allowed here; see block_steps.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace batchscope {

/// The function that is applied to a sum.
enum class BlockFunction : std::uint8_t { Identity, Tanh, Sigmoid, Relu, Exp, Log, Sqrt, Abs, Gelu, Softplus };

/// The input from which the derivative of a function is computed.
enum class Derivative : std::uint8_t {
    OfValue,    ///< from the function's value
    OfArgument, ///< from the function's argument
    IsValue,    ///< it is the function's value: the chain rule writes a product, which fuses with its neighbors
};

struct BlockFunctionEntry {
    const char* name; ///< name of the primitive
    BlockFunction function;
    Derivative derivative = Derivative::OfValue;
};

/// In the order of the enumeration.
inline constexpr BlockFunctionEntry kBlockFunctions[] = {
    {.name = "", .function = BlockFunction::Identity},
    {.name = "tanh", .function = BlockFunction::Tanh},
    {.name = "sigmoid", .function = BlockFunction::Sigmoid},
    {.name = "relu", .function = BlockFunction::Relu},
    {.name = "exp", .function = BlockFunction::Exp, .derivative = Derivative::IsValue},
    {.name = "log", .function = BlockFunction::Log, .derivative = Derivative::OfArgument},
    {.name = "sqrt", .function = BlockFunction::Sqrt},
    {.name = "abs", .function = BlockFunction::Abs, .derivative = Derivative::OfArgument},
    {.name = "gelu", .function = BlockFunction::Gelu, .derivative = Derivative::OfArgument},
    {.name = "softplus", .function = BlockFunction::Softplus, .derivative = Derivative::OfArgument},
};
inline constexpr std::size_t kBlockFunctionCount = sizeof(kBlockFunctions) / sizeof(kBlockFunctions[0]);

namespace loops {

/// Has value(x), and gradient(g, y) = g · f'; y is the value, or the argument if Derivative says so.
template <typename V, BlockFunction Function>
struct FunctionOf;

template <typename V>
struct FunctionOf<V, BlockFunction::Identity> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return x; }
    static Vector gradient(Vector g, Vector /*y*/) { return g; }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Tanh> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::tanh(x); }
    static Vector gradient(Vector g, Vector y) { return g * V::minusProduct(y, y, V::filled(1)); }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Sigmoid> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) {
        const Vector one = V::filled(1);
        return one / (one + V::exp(V::filled(0) - x));
    }
    static Vector gradient(Vector g, Vector y) { return g * V::minusProduct(y, y, y); }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Relu> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::atLeastZero(x); }
    static Vector gradient(Vector g, Vector y) { return V::whereAboveZero(g, y); }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Exp> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::exp(x); }
    static Vector gradient(Vector g, Vector y) { return g * y; }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Log> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::log(x); }
    static Vector gradient(Vector g, Vector x) { return g / x; }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Sqrt> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::sqrt(x); }
    static Vector gradient(Vector g, Vector y) { return g / (y + y); }
};

template <typename V>
struct FunctionOf<V, BlockFunction::Abs> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) { return V::maximum(x, V::filled(0) - x); }
    static Vector gradient(Vector g, Vector x) {
        return V::whereAboveZero(g, x) - V::whereAboveZero(g, V::filled(0) - x);
    }
};

/// The exact GELU, with erf. The derivative is Φ(x) + x φ(x), where φ is the density exp(-x²/2) / sqrt(2π).
template <typename V>
struct FunctionOf<V, BlockFunction::Gelu> {
    using Vector = typename V::Vector;
    using Scalar = typename V::Scalar;
    static constexpr double kHalfRoot = 0.70710678118654752440;      // 1 / sqrt(2)
    static constexpr double kPeakOfDensity = 0.39894228040143267794; // 1 / sqrt(2π)
    static Vector share(Vector x) {
        return V::filled(Scalar(0.5)) * (V::filled(1) + V::erf(x * V::filled(Scalar(kHalfRoot))));
    }
    static Vector value(Vector x) { return x * share(x); }
    static Vector gradient(Vector g, Vector x) {
        const Vector density = V::filled(Scalar(kPeakOfDensity)) * V::exp(V::filled(Scalar(-0.5)) * x * x);
        return g * V::multiplyAdd(x, density, share(x));
    }
};

/// max(x, 0) + log(1 + exp(-|x|)), which cannot overflow.
template <typename V>
struct FunctionOf<V, BlockFunction::Softplus> {
    using Vector = typename V::Vector;
    static Vector value(Vector x) {
        const Vector negative = V::minimum(x, V::filled(0) - x);
        return V::atLeastZero(x) + V::logOnePlus(V::exp(negative));
    }
    static Vector gradient(Vector g, Vector x) {
        const Vector one = V::filled(1);
        return g / (one + V::exp(V::filled(0) - x));
    }
};

} // namespace loops

} // namespace batchscope
