// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/cost_line.h"

#include <algorithm>

namespace batchscope {

/// Minimizes the sum of (fixed / t + perUnit · n / t - 1)². The sum is convex, so if its minimum has a negative figure,
/// the best line without negative figures has a 0.
CostLine bestCostLine(std::span<const CostPoint> points) {
    double x = 0.0;
    double y = 0.0;
    double xx = 0.0;
    double xy = 0.0;
    double yy = 0.0;
    double leastSeconds = points.front().seconds;
    double mostSize = points.front().size;
    for (const CostPoint& point : points) {
        const double ofFixed = 1.0 / point.seconds;
        const double ofUnits = point.size / point.seconds;
        x += ofFixed;
        y += ofUnits;
        xx += ofFixed * ofFixed;
        xy += ofFixed * ofUnits;
        yy += ofUnits * ofUnits;
        leastSeconds = std::min(leastSeconds, point.seconds);
        mostSize = std::max(mostSize, point.size);
    }
    const double determinant = xx * yy - xy * xy; // above 0: the sizes differ
    const CostLine line{(x * yy - y * xy) / determinant, (y * xx - x * xy) / determinant};
    constexpr double kRounding = 1e-9; // relative to a time: a rounded 0
    const double nothing = kRounding * leastSeconds;
    if (line.fixed < nothing) {
        return {0.0, y / yy};
    }
    return line.perUnit * mostSize < nothing ? CostLine{x / xx, 0.0} : line;
}

} // namespace batchscope
