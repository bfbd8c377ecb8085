// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products. float32 uses oneDNN's sgemm, which chooses its own kernels and is fast for the few rows of the upper
// levels. float64, which oneDNN lacks, uses loops in gemm.cpp: it is for checks, not for speed.
//
// All matrices are row-major; leading dimensions count elements.
#pragma once

#include "core/kernels/instruction_set.h"
#include "core/kernels/thread_team.h"

#include <cstdint>
#include <string>

namespace batchscope {

enum class Transposed : std::uint8_t { No, Yes };
enum class Accumulate : std::uint8_t { No, Yes };

template <typename T>
struct Matrix {
    T* data = nullptr;
    std::int64_t leading = 0;
    Transposed transposed = Transposed::No; ///< data holds the transpose
};

struct GemmSize {
    std::int64_t rows = 0;    ///< rows of left and result
    std::int64_t columns = 0; ///< columns of right and result
    std::int64_t inner = 0;   ///< columns of left, rows of right
};

/// Computes result (+)= left · right. Uses one thread within a run of a team (see thread_team.h), otherwise all threads
/// of OpenMP.
void gemm(GemmSize size, Matrix<const float> left, Matrix<const float> right, Matrix<float> result,
          Accumulate accumulate);
void gemm(GemmSize size, Matrix<const double> left, Matrix<const double> right, Matrix<double> result,
          Accumulate accumulate);

/// Computes one share of a product: rows are split if there are many, otherwise columns. Each share must be run once; a
/// single share is gemm(). With AVX-512 and in float64, shares give the bits of the whole product; oneDNN's kernels for
/// AVX2 depend on the number of rows and columns, so with AVX2 the last bits may differ.
template <typename T>
void gemmShare(GemmSize size, Matrix<const T> left, Matrix<const T> right, Matrix<T> result, Accumulate accumulate,
               const TeamShare& share);

/// Limits oneDNN to the instruction set. Has an effect only before the first product of the process. Portable limits it
/// to its lowest set (SSE4.1).
void capGemm(InstructionSet set);
/// For example "oneDNN 2.6.3 sgemm (avx512)".
[[nodiscard]] std::string gemmName();

} // namespace batchscope
