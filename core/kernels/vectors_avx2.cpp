// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of 256 bits. Compiled with its own flags: nothing here may be shared with other files, or run before
// bestInstructionSet() has found that the processor supports it.
#include "core/kernels/block_finder.h"
#include "core/kernels/multiply_adds.h"

#include <immintrin.h>
#include <sleef.h>

namespace batchscope {

namespace {

struct Float8 {
    using Scalar = float;
    using Vector = __m256;
    using Mask = __m256i;
    static constexpr int kLanes = 8;

    static Mask tailMask(int lanes) {
        return _mm256_cmpgt_epi32(_mm256_set1_epi32(lanes), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    }
    static Vector load(const float* from) { return _mm256_loadu_ps(from); }
    static Vector loadTail(const float* from, Mask mask) { return _mm256_maskload_ps(from, mask); }
    static void store(float* to, Vector value) { _mm256_storeu_ps(to, value); }
    static void storeTail(float* to, Vector value, Mask mask) { _mm256_maskstore_ps(to, mask, value); }
    static Vector filled(float value) { return _mm256_set1_ps(value); }
    static Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm256_fmadd_ps(a, b, c); }
    static Vector minusProduct(Vector a, Vector b, Vector c) { return _mm256_fnmadd_ps(a, b, c); }
    // If one operand is NaN, max returns the second operand, so a NaN stays NaN.
    static Vector atLeastZero(Vector x) { return _mm256_max_ps(filled(0), x); }
    static Vector whereAboveZero(Vector x, Vector condition) {
        return _mm256_and_ps(_mm256_cmp_ps(condition, filled(0), _CMP_GT_OQ), x);
    }
    static Vector exp(Vector x) { return Sleef_expf8_u10avx2(x); }
    static Vector tanh(Vector x) { return Sleef_tanhf8_u35avx2(x); }
    static Vector minimum(Vector a, Vector b) { return _mm256_blendv_ps(_mm256_min_ps(a, b), a, isNan(a)); }
    static Vector maximum(Vector a, Vector b) { return _mm256_blendv_ps(_mm256_max_ps(a, b), a, isNan(a)); }
    static Vector isNan(Vector x) { return _mm256_cmp_ps(x, x, _CMP_UNORD_Q); }
    static Vector step(Vector a, Vector b) {
        return _mm256_or_ps(_mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_GT_OQ), filled(1)),
                            _mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_EQ_OQ), filled(0.5F)));
    }
    static Vector sqrt(Vector x) { return _mm256_sqrt_ps(x); }
    static Vector log(Vector x) { return Sleef_logf8_u10avx2(x); }
    static Vector logOnePlus(Vector x) { return Sleef_log1pf8_u10avx2(x); }
    static Vector erf(Vector x) { return Sleef_erff8_u10avx2(x); }
    static Vector power(Vector x, Vector y) { return Sleef_powf8_u10avx2(x, y); }
};

struct Double4 {
    using Scalar = double;
    using Vector = __m256d;
    using Mask = __m256i;
    static constexpr int kLanes = 4;

    static Mask tailMask(int lanes) {
        return _mm256_cmpgt_epi64(_mm256_set1_epi64x(lanes), _mm256_setr_epi64x(0, 1, 2, 3));
    }
    static Vector load(const double* from) { return _mm256_loadu_pd(from); }
    static Vector loadTail(const double* from, Mask mask) { return _mm256_maskload_pd(from, mask); }
    static void store(double* to, Vector value) { _mm256_storeu_pd(to, value); }
    static void storeTail(double* to, Vector value, Mask mask) { _mm256_maskstore_pd(to, mask, value); }
    static Vector filled(double value) { return _mm256_set1_pd(value); }
    static Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm256_fmadd_pd(a, b, c); }
    static Vector minusProduct(Vector a, Vector b, Vector c) { return _mm256_fnmadd_pd(a, b, c); }
    static Vector atLeastZero(Vector x) { return _mm256_max_pd(filled(0), x); }
    static Vector whereAboveZero(Vector x, Vector condition) {
        return _mm256_and_pd(_mm256_cmp_pd(condition, filled(0), _CMP_GT_OQ), x);
    }
    static Vector exp(Vector x) { return Sleef_expd4_u10avx2(x); }
    static Vector tanh(Vector x) { return Sleef_tanhd4_u10avx2(x); }
    static Vector minimum(Vector a, Vector b) { return _mm256_blendv_pd(_mm256_min_pd(a, b), a, isNan(a)); }
    static Vector maximum(Vector a, Vector b) { return _mm256_blendv_pd(_mm256_max_pd(a, b), a, isNan(a)); }
    static Vector isNan(Vector x) { return _mm256_cmp_pd(x, x, _CMP_UNORD_Q); }
    static Vector step(Vector a, Vector b) {
        return _mm256_or_pd(_mm256_and_pd(_mm256_cmp_pd(a, b, _CMP_GT_OQ), filled(1)),
                            _mm256_and_pd(_mm256_cmp_pd(a, b, _CMP_EQ_OQ), filled(0.5)));
    }
    static Vector sqrt(Vector x) { return _mm256_sqrt_pd(x); }
    static Vector log(Vector x) { return Sleef_logd4_u10avx2(x); }
    static Vector logOnePlus(Vector x) { return Sleef_log1pd4_u10avx2(x); }
    static Vector erf(Vector x) { return Sleef_erfd4_u10avx2(x); }
    static Vector power(Vector x, Vector y) { return Sleef_powd4_u10avx2(x, y); }
};

} // namespace

const VectorKernels kAvx2Kernels = {.findFloat = &loops::findStep<Float8>,
                                    .findDouble = &loops::findStep<Double4>,
                                    .spreadFloat = &loops::findSpread<Float8>,
                                    .spreadDouble = &loops::findSpread<Double4>,
                                    .rowFloat = &loops::findRowFunction<Float8>,
                                    .rowDouble = &loops::findRowFunction<Double4>,
                                    .multiplyAdds = &loops::multiplyAdds<Float8>,
                                    .flopsPerRound = loops::kFlopsPerRound<Float8>};

} // namespace batchscope
