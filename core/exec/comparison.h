// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares pairs of numbers that should be equal: checks a tolerance, and measures the distance in units in the last
// place. Values and gradients are compared in the same way.
#pragma once

#include "core/graph/op_body.h"
#include "core/trace/run_report.h"

namespace batchscope {

struct Tolerance {
    double absolute = 0.0;
    double relative = 0.0; ///< a fraction of the reference number; added to `absolute`
};

/// The tolerance for values; gradients have gradientTolerance().
[[nodiscard]] Tolerance valueTolerance(DType dtype);
/// The tolerance for gradients, as a fraction of the largest entry in the gradient of the parameter or value.
[[nodiscard]] double gradientTolerance(DType dtype);
/// The rounding noise of gradients, as a fraction of the largest entry in the gradients of all parameters, or of all
/// values. Smaller differences are ignored: they remain when terms of that size cancel out. For example, a loss does
/// not depend on a parameter that adds the same number to all logits; its gradient is noise in both runs.
[[nodiscard]] double gradientNoise(DType dtype);

/// Compares pairs of numbers, one after another, and collects the differences in a report.
class Comparison {
public:
    Comparison(DType dtype, Tolerance tolerance);

    /// Adds a pair to the report; a NaN or infinite number makes the report unequal. Returns true if the pair is within
    /// tolerance, and also for two NaNs or two infinities of the same sign: arms that go wrong in the same way do not
    /// diverge.
    bool add(double reference, double other);
    /// Changes the tolerance for the pairs that follow; the report still states that of the constructor.
    void setTolerance(Tolerance tolerance) { m_tolerance = tolerance; }
    [[nodiscard]] EqualityReport& report() { return m_report; }

private:
    void countUlps(double reference, double other);

    DType m_dtype;
    Tolerance m_tolerance;
    EqualityReport m_report;
};

/// The number of steps from one finite number to the other through the representable numbers of the type: 0 if they are
/// equal, also for 0 and -0. Both numbers are rounded to the type first.
[[nodiscard]] std::uint64_t ulpDistance(double left, double right, DType dtype);

} // namespace batchscope
