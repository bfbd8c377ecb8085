// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products. float32 goes to oneDNN's sgemm, which picks its kernels itself and is fast for the few rows of the
// upper levels. float64, which oneDNN does not have, goes to loops in gemm.cpp: it serves checks, not speed.
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
    std::int64_t rows = 0;    ///< of left and result
    std::int64_t columns = 0; ///< of right and result
    std::int64_t inner = 0;   ///< columns of left, rows of right
};

/// result (+)= left · right. Uses one thread when called from within a run of a team (see thread_team.h), else as many
/// as OpenMP has.
void gemm(GemmSize size, Matrix<const float> left, Matrix<const float> right, Matrix<float> result,
          Accumulate accumulate);
void gemm(GemmSize size, Matrix<const double> left, Matrix<const double> right, Matrix<double> result,
          Accumulate accumulate);

/// A share of it: rows are split when there are many, else columns. Each share must be run once; one share of 1 is
/// gemm(). With AVX-512 and in float64, shares give the bits of the whole; oneDNN's kernels for AVX2 depend on how many
/// rows and columns there are, so there the last bits may differ.
template <typename T>
void gemmShare(GemmSize size, Matrix<const T> left, Matrix<const T> right, Matrix<T> result, Accumulate accumulate,
               const TeamShare& share);

/// Caps oneDNN to the instruction set; only before the first product of the process, later calls change nothing.
/// Portable caps it to the lowest it knows (SSE4.1).
void capGemm(InstructionSet set);
/// For example "oneDNN 2.6.3 sgemm (avx512)".
[[nodiscard]] std::string gemmName();

} // namespace batchscope
