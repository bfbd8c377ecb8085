// SPDX-License-Identifier: GPL-3.0-or-later
//
// What work of different sizes costs, as a line: something fixed each time, and something for each unit of size.
#pragma once

#include <span>

namespace batchscope {

struct CostPoint {
    double size = 0.0;    ///< above 0
    double seconds = 0.0; ///< above 0, finite
};

struct CostLine {
    double fixed = 0.0;   ///< seconds, whatever the size; never negative
    double perUnit = 0.0; ///< seconds for each unit of size; never negative

    [[nodiscard]] double at(double size) const { return fixed + perUnit * size; }
};

/// Least squares, weighted by 1 / seconds², because times span decades: each point counts by its relative error. Of
/// lines without a negative figure the best one. Needs points of two sizes at least.
[[nodiscard]] CostLine bestCostLine(std::span<const CostPoint> points);

} // namespace batchscope
