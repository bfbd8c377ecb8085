// SPDX-License-Identifier: GPL-3.0-or-later
//
// The cost of work as a line over its size: a fixed part, and a part for each unit of size.
#pragma once

#include <span>

namespace batchscope {

struct CostPoint {
    double size = 0.0;    ///< above 0
    double seconds = 0.0; ///< above 0, finite
};

struct CostLine {
    double fixed = 0.0;   ///< seconds, independent of the size; never negative
    double perUnit = 0.0; ///< seconds per unit of size; never negative

    [[nodiscard]] double at(double size) const { return fixed + perUnit * size; }
};

/// Least squares, weighted by 1 / seconds², because times span decades: each point counts by its relative error. The
/// best line whose figures are not negative. Needs points of at least two sizes.
[[nodiscard]] CostLine bestCostLine(std::span<const CostPoint> points);

} // namespace batchscope
