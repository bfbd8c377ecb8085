// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gemm.h"

#include "core/base/check.h"

#include <fmt/format.h>
#include <oneapi/dnnl/dnnl.h>

#include <algorithm>
#include <array>
#include <vector>

namespace batchscope {

namespace {

/// Rows are split if each share gets this many; with fewer, each would read all of the right matrix for little work. On
/// [n, 300] x [300, 1500] with two threads, splitting columns is twice as fast up to n = 4, and as fast from 48 on.
constexpr std::int64_t kRowsForSplit = 32;

/// Columns are split at whole cache lines of float32.
constexpr std::int64_t kColumnGrain = 16;

bool isTransposed(Transposed transposed) {
    return transposed == Transposed::Yes;
}

template <typename T>
Matrix<T> transposeOf(Matrix<T> matrix) {
    matrix.transposed = isTransposed(matrix.transposed) ? Transposed::No : Transposed::Yes;
    return matrix;
}

/// The number of elements between one row, or one column, and the next.
template <typename T>
std::int64_t rowStep(const Matrix<T>& matrix) {
    return isTransposed(matrix.transposed) ? 1 : matrix.leading;
}

template <typename T>
std::int64_t columnStep(const Matrix<T>& matrix) {
    return isTransposed(matrix.transposed) ? matrix.leading : 1;
}

template <typename T>
Matrix<T> fromRow(Matrix<T> matrix, std::int64_t row) {
    matrix.data += row * rowStep(matrix);
    return matrix;
}

template <typename T>
Matrix<T> fromColumn(Matrix<T> matrix, std::int64_t column) {
    matrix.data += column * columnStep(matrix);
    return matrix;
}

/// Sets the result to zero: the product if the inner dimension is 0.
template <typename T>
void clear(GemmSize size, Matrix<T> result) {
    for (std::int64_t row = 0; row < size.rows; ++row) {
        std::fill_n(result.data + row * result.leading, size.columns, T{0});
    }
}

/// Rows are split at multiples of this.
constexpr std::int64_t kRowGrain = 4;

/// The result must not be transposed, and no dimension may be 0. Each number is summed in the order of the inner
/// dimension, so that shares give the bits of the whole product.
void multiplyAll(GemmSize size, Matrix<const double> left, Matrix<const double> right, Matrix<double> result,
                 Accumulate accumulate) {
    std::vector<double> rows; // of the right matrix, one after the other
    for (std::int64_t inner = 0; inner < size.inner; ++inner) {
        for (std::int64_t column = 0; column < size.columns; ++column) {
            rows.push_back(right.data[inner * rowStep(right) + column * columnStep(right)]);
        }
    }
    std::vector<double> sums;
    for (std::int64_t row = 0; row < size.rows; ++row) {
        sums.assign(static_cast<std::size_t>(size.columns), 0.0);
        const double* from = rows.data();
        for (std::int64_t inner = 0; inner < size.inner; ++inner) {
            const double factor = left.data[row * rowStep(left) + inner * columnStep(left)];
            for (double& sum : sums) {
                sum += factor * *from++;
            }
        }
        double* const to = result.data + row * result.leading;
        for (std::size_t column = 0; column < sums.size(); ++column) {
            to[column] = accumulate == Accumulate::Yes ? to[column] + sums[column] : sums[column];
        }
    }
}

void multiplyAll(GemmSize size, Matrix<const float> left, Matrix<const float> right, Matrix<float> result,
                 Accumulate accumulate) {
    const float keep = accumulate == Accumulate::Yes ? 1.0F : 0.0F;
    const dnnl_status_t status = dnnl_sgemm(
        isTransposed(left.transposed) ? 'T' : 'N', isTransposed(right.transposed) ? 'T' : 'N', size.rows, size.columns,
        size.inner, 1.0F, left.data, left.leading, right.data, right.leading, keep, result.data, result.leading);
    BATCHSCOPE_CHECK(status == dnnl_success);
}

template <typename T>
void product(GemmSize size, Matrix<const T> left, Matrix<const T> right, Matrix<T> result, Accumulate accumulate) {
    if (isTransposed(result.transposed)) {
        product<T>({size.columns, size.rows, size.inner}, transposeOf(right), transposeOf(left), transposeOf(result),
                   accumulate);
    } else if (size.rows <= 0 || size.columns <= 0) {
        return;
    } else if (size.inner > 0) {
        multiplyAll(size, left, right, result, accumulate);
    } else if (accumulate == Accumulate::No) {
        clear(size, result);
    }
}

} // namespace

void gemm(GemmSize size, Matrix<const float> left, Matrix<const float> right, Matrix<float> result,
          Accumulate accumulate) {
    product(size, left, right, result, accumulate);
}

void gemm(GemmSize size, Matrix<const double> left, Matrix<const double> right, Matrix<double> result,
          Accumulate accumulate) {
    product(size, left, right, result, accumulate);
}

template <typename T>
void gemmShare(GemmSize size, Matrix<const T> left, Matrix<const T> right, Matrix<T> result, Accumulate accumulate,
               const TeamShare& share) {
    if (size.rows >= kRowsForSplit * share.count()) {
        const TeamShare::Range rows = share.of(static_cast<std::uint32_t>(size.rows), kRowGrain);
        gemm({rows.end - rows.begin, size.columns, size.inner}, fromRow(left, rows.begin), right,
             fromRow(result, rows.begin), accumulate);
    } else {
        const TeamShare::Range columns = share.of(static_cast<std::uint32_t>(size.columns), kColumnGrain);
        gemm({size.rows, columns.end - columns.begin, size.inner}, left, fromColumn(right, columns.begin),
             fromColumn(result, columns.begin), accumulate);
    }
}

template void gemmShare(GemmSize, Matrix<const float>, Matrix<const float>, Matrix<float>, Accumulate,
                        const TeamShare&);
template void gemmShare(GemmSize, Matrix<const double>, Matrix<const double>, Matrix<double>, Accumulate,
                        const TeamShare&);

void capGemm(InstructionSet set) {
    // oneDNN refuses this after the first product, as the header says.
    switch (set) {
    case InstructionSet::Portable: dnnl_set_max_cpu_isa(dnnl_cpu_isa_sse41); break;
    case InstructionSet::Avx2: dnnl_set_max_cpu_isa(dnnl_cpu_isa_avx2); break;
    case InstructionSet::Avx512: dnnl_set_max_cpu_isa(dnnl_cpu_isa_all); break;
    }
}

std::string gemmName() {
    const dnnl_version_t& version = *dnnl_version();
    const dnnl_cpu_isa_t isa = dnnl_get_effective_cpu_isa();
    // A set of oneDNN has the bits of the sets that it includes: AVX2 with VNNI includes AVX2, but not AVX-512.
    constexpr auto kHas = [](dnnl_cpu_isa_t whole, dnnl_cpu_isa_t part) { return (whole & part) == part; };
    const char* const name = kHas(isa, dnnl_cpu_isa_avx512_core) ? "avx512"
                             : kHas(isa, dnnl_cpu_isa_avx2)      ? "avx2"
                             : kHas(isa, dnnl_cpu_isa_avx)       ? "avx"
                                                                 : "sse4.1";
    return fmt::format("oneDNN {}.{}.{} sgemm ({})", version.major, version.minor, version.patch, name);
}

} // namespace batchscope
