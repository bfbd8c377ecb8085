// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/comparison.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace batchscope {

namespace {

/// Maps floating-point numbers to integers so that neighbors differ by one; negative numbers count down from zero.
template <typename Float, typename Int>
Int ordered(Float number) {
    const Int bits = std::bit_cast<Int>(number);
    return bits < 0 ? std::numeric_limits<Int>::min() - bits : bits;
}

} // namespace

std::uint64_t ulpDistance(double left, double right, DType dtype) {
    if (dtype == DType::Float32) {
        const std::int64_t a = ordered<float, std::int32_t>(static_cast<float>(left));
        const std::int64_t b = ordered<float, std::int32_t>(static_cast<float>(right));
        return static_cast<std::uint64_t>(std::abs(a - b));
    }
    const auto a = ordered<double, std::int64_t>(left);
    const auto b = ordered<double, std::int64_t>(right);
    return static_cast<std::uint64_t>(std::max(a, b)) - static_cast<std::uint64_t>(std::min(a, b));
}

double gradientTolerance(DType dtype) {
    return dtype == DType::Float32 ? 1e-4 : 1e-9;
}

double gradientNoise(DType dtype) {
    constexpr double kRoundings = 8.0;
    return kRoundings * (dtype == DType::Float32 ? double{std::numeric_limits<float>::epsilon()}
                                                 : std::numeric_limits<double>::epsilon());
}

Tolerance valueTolerance(DType dtype) {
    return dtype == DType::Float32 ? Tolerance{1e-5, 1e-4} : Tolerance{1e-12, 1e-9};
}

Comparison::Comparison(DType dtype, Tolerance tolerance) : m_dtype(dtype), m_tolerance(tolerance) {
    m_report.absTolerance = tolerance.absolute;
    m_report.relTolerance = tolerance.relative;
    m_report.equal = true;
}

bool Comparison::add(double reference, double other) {
    ++m_report.values;
    if (!std::isfinite(reference) || !std::isfinite(other)) {
        ++m_report.notFinite;
        m_report.equal = false;
        return reference == other || (std::isnan(reference) && std::isnan(other));
    }
    countUlps(reference, other);
    const double error = std::abs(reference - other);
    m_report.maxAbsError = std::max(m_report.maxAbsError, error);
    if (error > 0.0) { // so the denominator is not 0
        m_report.maxRelError = std::max(m_report.maxRelError, error / std::max(std::abs(reference), std::abs(other)));
    }
    const bool within = error <= m_tolerance.absolute + m_tolerance.relative * std::abs(reference);
    m_report.equal = m_report.equal && within;
    return within;
}

void Comparison::countUlps(double reference, double other) {
    const auto bucket = static_cast<std::size_t>(std::bit_width(ulpDistance(reference, other, m_dtype)));
    if (bucket >= m_report.ulps.size()) {
        m_report.ulps.resize(bucket + 1, 0);
    }
    ++m_report.ulps[bucket];
}

} // namespace batchscope
