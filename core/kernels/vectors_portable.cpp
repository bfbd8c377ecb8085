// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of one lane: the compiler vectorizes the loops for the oldest processor of the architecture, and the C++
// library provides the functions.
#include "core/kernels/block_finder.h"

#include <cmath>

namespace batchscope {

namespace {

template <typename T>
struct Single {
    using Scalar = T;
    using Vector = T;
    using Mask = bool;
    static constexpr int kLanes = 1;

    static Mask tailMask(int /*lanes*/) { return false; }
    static Vector load(const T* from) { return *from; }
    static Vector loadTail(const T* from, Mask /*mask*/) { return *from; }
    static void store(T* to, Vector value) { *to = value; }
    static void storeTail(T* to, Vector value, Mask /*mask*/) { *to = value; }
    static Vector filled(T value) { return value; }
    static Vector multiplyAdd(Vector a, Vector b, Vector c) { return a * b + c; }
    static Vector minusProduct(Vector a, Vector b, Vector c) { return c - a * b; }
    static Vector atLeastZero(Vector x) { return x < 0 ? 0 : x; }
    static Vector whereAboveZero(Vector x, Vector condition) { return condition > 0 ? x : 0; }
    static Vector minimum(Vector a, Vector b) {
        return a < b || a != a ? a : b; // NOLINT(misc-redundant-expression): NaN
    }
    static Vector maximum(Vector a, Vector b) {
        return a > b || a != a ? a : b; // NOLINT(misc-redundant-expression): NaN
    }
    static Vector step(Vector a, Vector b) { return a > b ? T(1) : a == b ? T(0.5) : T(0); }
    static Vector log(Vector x) { return std::log(x); }
    static Vector logOnePlus(Vector x) { return std::log1p(x); }
    static Vector sqrt(Vector x) { return std::sqrt(x); }
    static Vector erf(Vector x) { return std::erf(x); }
    static Vector power(Vector x, Vector y) { return std::pow(x, y); }
    static Vector exp(Vector x) { return std::exp(x); }
    static Vector tanh(Vector x) { return std::tanh(x); }
};

constexpr int kChains = 12;
constexpr int kLanes = 4;

/// Uses chains of four lanes, which fit into any processor's vectors, with a separate multiplication and addition if
/// the processor cannot fuse them.
float portableMultiplyAdds(std::uint64_t rounds) {
    float chains[kChains][kLanes] = {};
    for (std::uint64_t round = 0; round < rounds; ++round) {
        for (auto& chain : chains) {
            for (float& lane : chain) {
                lane = lane * 0.999F + 0.5F;
            }
        }
    }
    float sum = 0.0F;
    for (const auto& chain : chains) {
        for (const float lane : chain) {
            sum += lane;
        }
    }
    return sum;
}

} // namespace

const VectorKernels kPortableKernels = {.findFloat = &loops::findStep<Single<float>>,
                                        .findDouble = &loops::findStep<Single<double>>,
                                        .spreadFloat = &loops::findSpread<Single<float>>,
                                        .spreadDouble = &loops::findSpread<Single<double>>,
                                        .rowFloat = &loops::findRowFunction<Single<float>>,
                                        .rowDouble = &loops::findRowFunction<Single<double>>,
                                        .multiplyAdds = &portableMultiplyAdds,
                                        .flopsPerRound = 2.0 * kChains * kLanes};

} // namespace batchscope
