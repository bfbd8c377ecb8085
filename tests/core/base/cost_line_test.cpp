// SPDX-License-Identifier: GPL-3.0-or-later
//
// The line through times of work of different sizes: exact where there is one, never with a negative figure.
#include "core/base/cost_line.h"

#include <gtest/gtest.h>

#include <vector>

namespace batchscope {
namespace {

TEST(CostLine, IsExactWhereTheTimesAreOnALine) {
    const CostLine line = bestCostLine(std::vector<CostPoint>{{100.0, 205.0}, {1.0, 7.0}, {10.0, 25.0}});
    EXPECT_NEAR(line.fixed, 5.0, 1e-9);
    EXPECT_NEAR(line.perUnit, 2.0, 1e-9);
    EXPECT_NEAR(line.at(50.0), 105.0, 1e-9);
}

TEST(CostLine, HasNoNegativeFigure) {
    const CostLine steep = bestCostLine(std::vector<CostPoint>{{1.0, 1.0}, {2.0, 4.0}, {3.0, 9.0}});
    EXPECT_EQ(steep.fixed, 0.0);
    EXPECT_GT(steep.perUnit, 0.0);
    const CostLine falling = bestCostLine(std::vector<CostPoint>{{3.0, 1.0}, {2.0, 2.0}, {1.0, 3.0}});
    EXPECT_EQ(falling.perUnit, 0.0);
    EXPECT_GT(falling.fixed, 0.0);
}

TEST(CostLine, CountsEachPointByItsRelativeError) {
    // One part in ten off at a size of 1000 is no more than one part in ten at a size of 1.
    const CostLine line = bestCostLine(std::vector<CostPoint>{{1.0, 11.0}, {10.0, 20.0}, {1000.0, 1111.0}});
    EXPECT_NEAR(line.fixed, 10.0, 0.5);
}

} // namespace
} // namespace batchscope
