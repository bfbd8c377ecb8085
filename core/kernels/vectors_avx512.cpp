// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors of 512 bits. Compiled with its own flags: nothing here may be shared with other files, or run before
// bestInstructionSet() has found that the processor supports it.
#include "core/kernels/block_finder.h"
#include "core/kernels/multiply_adds.h"

#include <immintrin.h>
#include <sleef.h>

namespace batchscope {

namespace {

struct Float16 {
    using Scalar = float;
    using Vector = __m512;
    using Mask = __mmask16;
    static constexpr int kLanes = 16;
    // g++ 12 warns about its own header if nothing is masked (GCC bug 105593).
    static constexpr Mask kAll = 0xFFFF;

    static Mask tailMask(int lanes) { return static_cast<Mask>((1U << static_cast<unsigned>(lanes)) - 1U); }
    static Vector load(const float* from) { return _mm512_loadu_ps(from); }
    static Vector loadTail(const float* from, Mask mask) { return _mm512_maskz_loadu_ps(mask, from); }
    static void store(float* to, Vector value) { _mm512_storeu_ps(to, value); }
    static void storeTail(float* to, Vector value, Mask mask) { _mm512_mask_storeu_ps(to, mask, value); }
    static Vector filled(float value) { return _mm512_set1_ps(value); }
    static Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm512_fmadd_ps(a, b, c); }
    static Vector minusProduct(Vector a, Vector b, Vector c) { return _mm512_fnmadd_ps(a, b, c); }
    static Vector atLeastZero(Vector x) { return _mm512_maskz_max_ps(kAll, filled(0), x); }
    static Vector whereAboveZero(Vector x, Vector condition) {
        return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(condition, filled(0), _CMP_GT_OQ), x);
    }

    static Vector exp(Vector x) { return Sleef_expf16_u10avx512f(x); }
    static Vector tanh(Vector x) { return Sleef_tanhf16_u35avx512f(x); }
    static Vector minimum(Vector a, Vector b) {
        return _mm512_mask_mov_ps(_mm512_maskz_min_ps(kAll, a, b), isNan(a), a);
    }
    static Vector maximum(Vector a, Vector b) {
        return _mm512_mask_mov_ps(_mm512_maskz_max_ps(kAll, a, b), isNan(a), a);
    }
    static Mask isNan(Vector x) { return _mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q); }
    static Vector step(Vector a, Vector b) {
        const Vector ties = _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ), filled(0.5F));
        return _mm512_mask_mov_ps(ties, _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ), filled(1));
    }
    static Vector sqrt(Vector x) { return _mm512_maskz_sqrt_ps(kAll, x); }
    static Vector log(Vector x) { return Sleef_logf16_u10avx512f(x); }
    static Vector logOnePlus(Vector x) { return Sleef_log1pf16_u10avx512f(x); }
    static Vector erf(Vector x) { return Sleef_erff16_u10avx512f(x); }
    static Vector power(Vector x, Vector y) { return Sleef_powf16_u10avx512f(x, y); }
};

struct Double8 {
    using Scalar = double;
    using Vector = __m512d;
    using Mask = __mmask8;
    static constexpr int kLanes = 8;
    static constexpr Mask kAll = 0xFF;

    static Mask tailMask(int lanes) { return static_cast<Mask>((1U << static_cast<unsigned>(lanes)) - 1U); }
    static Vector load(const double* from) { return _mm512_loadu_pd(from); }
    static Vector loadTail(const double* from, Mask mask) { return _mm512_maskz_loadu_pd(mask, from); }
    static void store(double* to, Vector value) { _mm512_storeu_pd(to, value); }
    static void storeTail(double* to, Vector value, Mask mask) { _mm512_mask_storeu_pd(to, mask, value); }
    static Vector filled(double value) { return _mm512_set1_pd(value); }
    static Vector multiplyAdd(Vector a, Vector b, Vector c) { return _mm512_fmadd_pd(a, b, c); }
    static Vector minusProduct(Vector a, Vector b, Vector c) { return _mm512_fnmadd_pd(a, b, c); }
    static Vector atLeastZero(Vector x) { return _mm512_maskz_max_pd(kAll, filled(0), x); }
    static Vector whereAboveZero(Vector x, Vector condition) {
        return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(condition, filled(0), _CMP_GT_OQ), x);
    }
    static Vector exp(Vector x) { return Sleef_expd8_u10avx512f(x); }
    static Vector tanh(Vector x) { return Sleef_tanhd8_u10avx512f(x); }
    static Vector minimum(Vector a, Vector b) {
        return _mm512_mask_mov_pd(_mm512_maskz_min_pd(kAll, a, b), isNan(a), a);
    }
    static Vector maximum(Vector a, Vector b) {
        return _mm512_mask_mov_pd(_mm512_maskz_max_pd(kAll, a, b), isNan(a), a);
    }
    static Mask isNan(Vector x) { return _mm512_cmp_pd_mask(x, x, _CMP_UNORD_Q); }
    static Vector step(Vector a, Vector b) {
        const Vector ties = _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ), filled(0.5));
        return _mm512_mask_mov_pd(ties, _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ), filled(1));
    }
    static Vector sqrt(Vector x) { return _mm512_maskz_sqrt_pd(kAll, x); }
    static Vector log(Vector x) { return Sleef_logd8_u10avx512f(x); }
    static Vector logOnePlus(Vector x) { return Sleef_log1pd8_u10avx512f(x); }
    static Vector erf(Vector x) { return Sleef_erfd8_u10avx512f(x); }
    static Vector power(Vector x, Vector y) { return Sleef_powd8_u10avx512f(x, y); }
};

} // namespace

const VectorKernels kAvx512Kernels = {.findFloat = &loops::findStep<Float16>,
                                      .findDouble = &loops::findStep<Double8>,
                                      .spreadFloat = &loops::findSpread<Float16>,
                                      .spreadDouble = &loops::findSpread<Double8>,
                                      .rowFloat = &loops::findRowFunction<Float16>,
                                      .rowDouble = &loops::findRowFunction<Double8>,
                                      .multiplyAdds = &loops::multiplyAdds<Float16>,
                                      .flopsPerRound = loops::kFlopsPerRound<Float16>};

} // namespace batchscope
