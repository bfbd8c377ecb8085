// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the loop for an instruction. All specializations of the loops in block_loops.h are chosen once per runBlocks(),
// so that a block costs one call per instruction.
#pragma once

#include "core/kernels/block_loops.h"
#include "core/kernels/row_loops.h"

namespace batchscope::loops {

using AllFunctions = std::make_index_sequence<kBlockFunctionCount>;

/// The loop of an elementwise instruction with the operands I....
template <typename V, typename Op, std::size_t... I>
StepFunction<typename V::Scalar> findMode(StepStore mode, std::index_sequence<I...> /*operands*/) {
    switch (mode) {
    case StepStore::Padded: return &runElementwise<V, Op, StepStore::Padded, I...>;
    case StepStore::Exact: return &runElementwise<V, Op, StepStore::Exact, I...>;
    case StepStore::Add: return &runElementwise<V, Op, StepStore::Add, I...>;
    }
    return nullptr;
}

template <typename V, typename Op, std::size_t Count>
StepFunction<typename V::Scalar> findMode(StepStore mode) {
    return findMode<V, Op>(mode, std::make_index_sequence<Count>());
}

template <typename V, BlockFunction Function>
StepFunction<typename V::Scalar> findSum(int count, StepStore mode) {
    switch (count) {
    case 1: return findMode<V, Sum<V, Function>, 1>(mode);
    case 2: return findMode<V, Sum<V, Function>, 2>(mode);
    case 3: return findMode<V, Sum<V, Function>, 3>(mode);
    case 4: return findMode<V, Sum<V, Function>, 4>(mode);
    default: return nullptr;
    }
}

template <typename V, std::size_t... F>
StepFunction<typename V::Scalar> findSum(BlockFunction function, int count, StepStore mode,
                                         std::index_sequence<F...> /*functions*/) {
    StepFunction<typename V::Scalar> found = nullptr;
    ((function == BlockFunction{F} ? void(found = findSum<V, BlockFunction{F}>(count, mode)) : void()), ...);
    return found;
}

template <typename V, std::size_t... F>
StepFunction<typename V::Scalar> findGradient(BlockFunction function, StepStore mode,
                                              std::index_sequence<F...> /*functions*/) {
    StepFunction<typename V::Scalar> found = nullptr;
    ((function == BlockFunction{F} ? void(found = findMode<V, Gradient<V, BlockFunction{F}>, 2>(mode)) : void()), ...);
    return found;
}

template <typename V>
StepFunction<typename V::Scalar> findSegmentSum(StepStore mode) {
    switch (mode) {
    case StepStore::Padded: return &runSegmentSum<V, StepStore::Padded>;
    case StepStore::Exact: return &runSegmentSum<V, StepStore::Exact>;
    case StepStore::Add: return &runSegmentSum<V, StepStore::Add>;
    }
    return nullptr;
}

/// Null for combinations that no program may contain.
template <typename V>
StepFunction<typename V::Scalar> findStep(BlockCode code, BlockFunction function, int count, StepStore mode) {
    switch (code) {
    case BlockCode::Sum: return findSum<V>(function, count, mode, AllFunctions());
    case BlockCode::Subtract: return findMode<V, Subtract<V>, 2>(mode);
    case BlockCode::Product: return findMode<V, Product<V>, 2>(mode);
    case BlockCode::Quotient: return findMode<V, Quotient<V>, 2>(mode);
    case BlockCode::Minimum: return findMode<V, Minimum<V>, 2>(mode);
    case BlockCode::Maximum: return findMode<V, Maximum<V>, 2>(mode);
    case BlockCode::Step: return findMode<V, Step<V>, 2>(mode);
    case BlockCode::Mask: return findMode<V, Mask<V>, 2>(mode);
    case BlockCode::Power: return findMode<V, Power<V>, 2>(mode);
    case BlockCode::ProductPlus: return findMode<V, ProductPlus<V>, 3>(mode);
    case BlockCode::TwoProducts: return findMode<V, TwoProducts<V>, 4>(mode);
    case BlockCode::Gradient: return findGradient<V>(function, mode, AllFunctions());
    case BlockCode::SegmentSum: return findSegmentSum<V>(mode);
    }
    return nullptr;
}

template <typename V>
StepFunction<typename V::Scalar> findSpread(StepStore mode) {
    return mode == StepStore::Add ? &runSpread<V, StepStore::Add> : &runSpread<V, StepStore::Exact>;
}

} // namespace batchscope::loops
