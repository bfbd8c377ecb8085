// SPDX-License-Identifier: GPL-3.0-or-later
//
// The loops of all block instructions, written once. Each instruction set compiles them with its own vectors V, which
// are in an unnamed namespace, so that every copy stays in its translation unit (see block_steps.h).
//
// V has: Scalar, Vector, Mask, kLanes; load, store, loadTail, storeTail; filled, multiplyAdd (a·b + c), minusProduct
// (c - a·b), atLeastZero, whereAboveZero, minimum, maximum (NaN if either is NaN), step (1, 1/2 at a tie, 0), exp,
// tanh, log, logOnePlus, sqrt, erf, power. Vectors have the operators + - * /.
//
// If the number of columns is not a multiple of kLanes, the last vector is masked: nothing is read beyond an input row
// or written beyond an output row.
#pragma once

#include "core/kernels/block_steps.h"

#include <utility>

namespace batchscope::loops {

template <typename V>
using VectorOf = typename V::Vector;

template <typename V, BlockFunction Function>
struct Sum {
    template <typename... Rest>
    static VectorOf<V> of(VectorOf<V> first, Rest... rest) {
        return FunctionOf<V, Function>::value((first + ... + rest));
    }
};

template <typename V>
struct Subtract {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return a - b; }
};

template <typename V>
struct Product {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return a * b; }
};

template <typename V>
struct ProductPlus {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b, VectorOf<V> c) { return V::multiplyAdd(a, b, c); }
};

template <typename V>
struct TwoProducts {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b, VectorOf<V> c, VectorOf<V> d) {
        return V::multiplyAdd(a, b, c * d);
    }
};

template <typename V>
struct Quotient {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return a / b; }
};

template <typename V>
struct Minimum {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return V::minimum(a, b); }
};

template <typename V>
struct Maximum {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return V::maximum(a, b); }
};

template <typename V>
struct Step {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return V::step(a, b); }
};

template <typename V>
struct Mask {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return V::whereAboveZero(a, b); }
};

template <typename V>
struct Power {
    static VectorOf<V> of(VectorOf<V> a, VectorOf<V> b) { return V::power(a, b); }
};

template <typename V, BlockFunction Function>
struct Gradient {
    static VectorOf<V> of(VectorOf<V> gradient, VectorOf<V> at) {
        return FunctionOf<V, Function>::gradient(gradient, at);
    }
};

template <typename V, StepStore Mode>
void put(typename V::Scalar* to, VectorOf<V> value) {
    if constexpr (Mode == StepStore::Add) {
        V::store(to, V::load(to) + value);
    } else {
        V::store(to, value);
    }
}

template <typename V, StepStore Mode>
void putTail(typename V::Scalar* to, VectorOf<V> value, typename V::Mask mask) {
    if constexpr (Mode == StepStore::Padded) {
        V::store(to, value);
    } else if constexpr (Mode == StepStore::Exact) {
        V::storeTail(to, value, mask);
    } else {
        V::storeTail(to, V::loadTail(to, mask) + value, mask);
    }
}

// Functions that do not use V still have it as a template parameter, which keeps their copies apart.
template <typename V>
std::ptrdiff_t columnOf(const StepRows<typename V::Scalar>& operand, const BlockPart& part) {
    return operand.column + operand.moves * part.column;
}

/// Runs one elementwise instruction over a block: Op::of() of the operands I....
template <typename V, typename Op, StepStore Mode, std::size_t... I>
void runElementwise(const BlockStep<typename V::Scalar>& step, const BlockPart& part) {
    using T = typename V::Scalar;
    const std::ptrdiff_t whole = part.columns - part.columns % V::kLanes;
    const typename V::Mask mask = V::tailMask(static_cast<int>(part.columns - whole));
    T* const* const tables[] = {step.operands[I].rows...};
    const std::ptrdiff_t columns[] = {columnOf<V>(step.operands[I], part)...};
    const std::ptrdiff_t targetColumn = columnOf<V>(step.target, part);
    for (std::uint32_t row = 0; row < part.rows; ++row) {
        const T* const from[] = {(tables[I][row] + columns[I])...};
        T* const to = step.target.rows[row] + targetColumn;
        for (std::ptrdiff_t column = 0; column < whole; column += V::kLanes) {
            put<V, Mode>(to + column, Op::of(V::load(from[I] + column)...));
        }
        if (V::kLanes > 1 && whole < part.columns) {
            putTail<V, Mode>(to + whole, Op::of(V::loadTail(from[I] + whole, mask)...), mask);
        }
    }
}

template <typename V>
typename V::Scalar* itemRow(const BlockStep<typename V::Scalar>& step, std::size_t item) {
    const RowBinding& rows = *step.segments;
    const std::size_t offset = rows.offsets != nullptr ? rows.offsets[item] : rows.first + rows.stride * item;
    return step.base + (offset + rows.shift) * (kRowUnit / sizeof(typename V::Scalar));
}

/// Sums four vectors at a time if there are enough: with one vector, each addition would wait for the one before it.
template <typename V, StepStore Mode>
void runSegmentSum(const BlockStep<typename V::Scalar>& step, const BlockPart& part) {
    constexpr std::ptrdiff_t kFour = 4 * V::kLanes;
    const std::ptrdiff_t whole = part.columns - part.columns % V::kLanes;
    const typename V::Mask mask = V::tailMask(static_cast<int>(part.columns - whole));
    const std::ptrdiff_t column = columnOf<V>(step.operands[0], part);
    const std::ptrdiff_t targetColumn = columnOf<V>(step.target, part);
    for (std::uint32_t row = 0; row < part.rows; ++row) {
        const std::uint32_t begin = step.segments->segments[part.firstRow + row];
        const std::uint32_t end = step.segments->segments[part.firstRow + row + 1];
        typename V::Scalar* const to = step.target.rows[row] + targetColumn;
        std::ptrdiff_t at = 0;
        for (; at + kFour <= whole; at += kFour) {
            VectorOf<V> sums[4] = {V::filled(0), V::filled(0), V::filled(0), V::filled(0)};
            for (std::uint32_t item = begin; item < end; ++item) {
                const typename V::Scalar* const from = itemRow<V>(step, item) + column + at;
                sums[0] = sums[0] + V::load(from);
                sums[1] = sums[1] + V::load(from + V::kLanes);
                sums[2] = sums[2] + V::load(from + 2 * V::kLanes);
                sums[3] = sums[3] + V::load(from + 3 * V::kLanes);
            }
            put<V, Mode>(to + at, sums[0]);
            put<V, Mode>(to + at + V::kLanes, sums[1]);
            put<V, Mode>(to + at + 2 * V::kLanes, sums[2]);
            put<V, Mode>(to + at + 3 * V::kLanes, sums[3]);
        }
        for (; at < whole; at += V::kLanes) {
            VectorOf<V> sum = V::filled(0);
            for (std::uint32_t item = begin; item < end; ++item) {
                sum = sum + V::load(itemRow<V>(step, item) + column + at);
            }
            put<V, Mode>(to + at, sum);
        }
        if (V::kLanes > 1 && whole < part.columns) {
            VectorOf<V> sum = V::filled(0);
            for (std::uint32_t item = begin; item < end; ++item) {
                sum = sum + V::loadTail(itemRow<V>(step, item) + column + whole, mask);
            }
            putTail<V, Mode>(to + whole, sum, mask);
        }
    }
}

/// Writes operand 0, a row of a register, to every row of its segment except rows that are kSkippedRow.
template <typename V, StepStore Mode>
void runSpread(const BlockStep<typename V::Scalar>& step, const BlockPart& part) {
    using T = typename V::Scalar;
    const std::ptrdiff_t whole = part.columns - part.columns % V::kLanes;
    const typename V::Mask mask = V::tailMask(static_cast<int>(part.columns - whole));
    const std::ptrdiff_t column = columnOf<V>(step.target, part);
    const RowBinding& items = *step.segments;
    for (std::uint32_t row = 0; row < part.rows; ++row) {
        const T* const from = step.operands[0].rows[row];
        const std::uint32_t end = items.segments[part.firstRow + row + 1];
        for (std::uint32_t item = items.segments[part.firstRow + row]; item < end; ++item) {
            if (items.offsets != nullptr && items.offsets[item] == kSkippedRow) {
                continue;
            }
            T* const to = itemRow<V>(step, item) + column;
            for (std::ptrdiff_t at = 0; at < whole; at += V::kLanes) {
                put<V, Mode>(to + at, V::load(from + at));
            }
            if (V::kLanes > 1 && whole < part.columns) {
                putTail<V, Mode>(to + whole, V::loadTail(from + whole, mask), mask);
            }
        }
    }
}

} // namespace batchscope::loops
