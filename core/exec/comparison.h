// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares pairs of numbers that should be equal, with an absolute and a relative tolerance and in units in the last
// place, in the same way for values and gradients.
#pragma once

#include "core/graph/op_body.h"
#include "core/trace/run_report.h"

namespace batchscope {

struct Tolerance {
    double absolute = 0.0;
    double relative = 0.0; ///< of the reference
};

/// Of values; gradients have their own.
[[nodiscard]] Tolerance valueTolerance(DType dtype);
/// Of gradients: a share of the largest entry of the parameter or of the value's row.
[[nodiscard]] double gradientTolerance(DType dtype);
/// Of gradients: a share of the largest entry of all parameters, or of all values, below which a difference is none:
/// what terms of that size leave where they add up to zero. A loss that does not depend on a parameter, such as that of
/// the same number added to all logits, has such a gradient, and it is noise in both runs.
[[nodiscard]] double gradientNoise(DType dtype);

/// Collects |a - b| over pairs of numbers.
class Comparison {
public:
    Comparison(DType dtype, Tolerance tolerance);

    /// Whether the pair is within tolerance. NaN and infinite numbers are counted and never equal. They agree with
    /// their like (both NaN, or infinite with the same sign): both arms went wrong in the same way, which is no
    /// divergence.
    bool add(double reference, double other);
    /// Changes the tolerance for the pairs that follow.
    void setTolerance(Tolerance tolerance) { m_tolerance = tolerance; }
    [[nodiscard]] EqualityReport& report() { return m_report; }

private:
    void countUlps(double reference, double other);

    DType m_dtype;
    Tolerance m_tolerance;
    EqualityReport m_report;
};

/// How many representable numbers of that type are between two finite numbers, the larger one counted: 0 when equal,
/// also for 0 and -0. The numbers are rounded to the type first.
[[nodiscard]] std::uint64_t ulpDistance(double left, double right, DType dtype);

} // namespace batchscope
