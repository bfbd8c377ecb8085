// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace batchscope {
namespace {

TEST(BenchStatistics, QuantilesInterpolate) {
    const std::vector<double> samples = {4.0, 1.0, 3.0, 2.0};
    EXPECT_DOUBLE_EQ(median(samples), 2.5);
    EXPECT_DOUBLE_EQ(quantile(samples, 0.0), 1.0);
    EXPECT_DOUBLE_EQ(quantile(samples, 1.0), 4.0);
    EXPECT_DOUBLE_EQ(interQuartileRange(samples), 1.5);
    EXPECT_DOUBLE_EQ(median(std::vector<double>{7.0}), 7.0);
    EXPECT_DOUBLE_EQ(median(std::vector<double>{}), 0.0);
}

TEST(BenchStatistics, VariationIsRelative) {
    EXPECT_DOUBLE_EQ(coefficientOfVariation(std::vector<double>{5.0, 5.0, 5.0}), 0.0);
    EXPECT_NEAR(coefficientOfVariation(std::vector<double>{9.0, 11.0}), 0.1414, 1e-4);
    EXPECT_DOUBLE_EQ(coefficientOfVariation(std::vector<double>{9.0}), 0.0);
}

} // namespace
} // namespace batchscope
