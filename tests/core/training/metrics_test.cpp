// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/training/metrics.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace batchscope {
namespace {

TEST(Metrics, CountWhatIsRight) {
    Metrics metrics(3);
    const std::array<double, 3> second = {0.0, 2.0, 1.0};
    const std::array<double, 3> tie = {1.0, 1.0, 0.0}; // the first counts
    metrics.add({true, 1, second});
    metrics.add({false, 0, second});
    metrics.add({true, 1, tie});
    metrics.add({true, 0, tie});
    EXPECT_EQ(metrics.nodes().right, 2U);
    EXPECT_EQ(metrics.nodes().all, 4U);
    EXPECT_DOUBLE_EQ(*metrics.roots().share(), 2.0 / 3.0);
    EXPECT_DOUBLE_EQ(metrics.quality(), 2.0 / 3.0);
    EXPECT_FALSE(metrics.binary().share().has_value());
    EXPECT_EQ(metrics.confused(1, 0), 1U) << "of the roots";
    EXPECT_EQ(metrics.confused(0, 1), 0U) << "no root";
    const double sum = 1.0 + std::exp(2.0) + std::exp(1.0);
    const double even = 2.0 * std::exp(1.0) + 1.0;
    EXPECT_NEAR(metrics.loss(), (2.0 * std::log(sum) - 2.0 + 2.0 * (std::log(even) - 1.0)) / 4.0, 1e-12);
    EXPECT_NEAR(metrics.macroF1(), (2.0 / 3.0 + 2.0 / 3.0) / 2.0, 1e-12) << "of the two classes that occur";
}

TEST(Metrics, BinaryLeavesNeutralOutAndSumsTheSides) {
    Metrics metrics(5, true);
    const std::array<double, 5> positive = {0.0, 0.0, 3.0, 1.0, 0.0}; // neutral is the class, positive the side
    metrics.add({true, 4, positive});
    metrics.add({true, 2, positive});
    metrics.add({true, 0, positive});
    metrics.add({false, 3, positive});
    EXPECT_EQ(metrics.binary().right, 1U);
    EXPECT_EQ(metrics.binary().all, 2U);
    EXPECT_FALSE(Metrics(4, true).binary().share().has_value());
}

} // namespace
} // namespace batchscope
