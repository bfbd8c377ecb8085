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

TEST(BenchStatistics, OutliersAreFarFromTheMedianByItsOwnSpread) {
    // Median 2.45, MAD 0.15: the limit is 0.778 away. The mean and its deviation (3.5, 2.5) would hide both.
    EXPECT_EQ(outlierCount(std::vector<double>{2.1, 2.6, 2.4, 2.5, 2.3, 2.1, 2.3, 2.6, 8.2, 8.3}), 2U);
    // Median 3, MAD 1: the limit is 5.1891 away, on either side.
    EXPECT_EQ(outlierCount(std::vector<double>{1.0, 2.0, 3.0, 4.0, 8.18}), 0U);
    EXPECT_EQ(outlierCount(std::vector<double>{1.0, 2.0, 3.0, 4.0, 8.19}), 1U);
    EXPECT_EQ(outlierCount(std::vector<double>{-2.19, 2.0, 3.0, 4.0, 5.0}), 1U);
    EXPECT_EQ(outlierCount(std::vector<double>{-2.18, 2.0, 3.0, 4.0, 5.0}), 0U);
}

TEST(BenchStatistics, WithoutSpreadNothingIsAnOutlier) {
    EXPECT_EQ(outlierCount(std::vector<double>{}), 0U);
    EXPECT_EQ(outlierCount(std::vector<double>{7.0}), 0U);
    EXPECT_EQ(outlierCount(std::vector<double>{5.0, 5.0, 5.0, 5.0, 9.0}), 0U);
}

} // namespace
} // namespace batchscope
