// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long a sweep goes on, guessed from what is measured; costs here are made, so that the truth is known.
#include "core/bench/sweep.h"

#include <gtest/gtest.h>

#include <numeric>

namespace batchscope {
namespace {

PlannedCell cellOf(std::size_t trees, std::int32_t dim = 100, Work work = Work::Inference) {
    return {{.model = "tree-lstm", .dim = dim, .work = work, .batch = trees}, 40};
}

/// What a cell takes here: fixed costs, products, and three times as much to train.
double costOf(const PlannedCell& cell) {
    const double perTree =
        1e-4 * (static_cast<double>(cell.key.dim) / 100.0) * (static_cast<double>(cell.key.dim) / 100.0);
    const double step = 5e-5 + perTree * static_cast<double>(cell.key.batch);
    return static_cast<double>(cell.steps) * step * (cell.key.work == Work::Training ? 3.0 : 1.0);
}

TEST(RemainingTime, IsUnknownBeforeAnythingIsMeasured) {
    RemainingTime remaining({cellOf(1), cellOf(8)});
    EXPECT_FALSE(remaining.left(0.0, 0.0));
    EXPECT_FALSE(remaining.left(0.05, 1.0)) << "the first steps make what is made once";
    EXPECT_TRUE(remaining.left(0.5, 1.0));
    remaining.add(1.0);
    remaining.add(1.0);
    EXPECT_FALSE(remaining.left(0.0, 0.0)) << "nothing is left";
}

TEST(RemainingTime, IsRightWithinAFactorOfThreeFromTheFirstCellOn) {
    std::vector<PlannedCell> cells;
    for (const Work work : {Work::Inference, Work::Training}) {
        for (const std::int32_t dim : {100, 300}) {
            for (const std::size_t trees : {1U, 8U, 32U, 128U}) {
                cells.push_back(cellOf(trees, dim, work));
            }
        }
    }
    RemainingTime remaining(cells);
    double left = std::accumulate(cells.begin(), cells.end(), 0.0,
                                  [](double sum, const PlannedCell& cell) { return sum + costOf(cell); });
    for (std::size_t index = 0; index + 1 < cells.size(); ++index) {
        remaining.add(costOf(cells[index]));
        left -= costOf(cells[index]);
        const std::optional<double> guess = remaining.left(0.0, 0.0);
        ASSERT_TRUE(guess);
        EXPECT_LT(*guess, 3.0 * left) << "after cell " << index;
        EXPECT_GT(*guess, left / 3.0) << "after cell " << index;
    }
}

TEST(RemainingTime, CountsDownWithinACell) {
    RemainingTime remaining({cellOf(8)});
    EXPECT_DOUBLE_EQ(*remaining.left(0.25, 1.0), 3.0);
    EXPECT_DOUBLE_EQ(*remaining.left(0.5, 2.0), 2.0);
    EXPECT_DOUBLE_EQ(*remaining.left(1.0, 4.0), 0.0);
}

TEST(RemainingTime, KnowsACellOfTheSameSizeBest) {
    RemainingTime remaining({cellOf(1), cellOf(32), cellOf(32)});
    remaining.add(1.0);
    remaining.add(5.0); // not 32 times the first: its fixed costs count once
    EXPECT_DOUBLE_EQ(*remaining.left(0.0, 0.0), 5.0);
}

TEST(RemainingTime, IsSaidInRoundNumbers) {
    const auto said = [](double left) { return RemainingTime({cellOf(8)}).text(0.5, left); };
    EXPECT_EQ(said(0.3), "measuring, a few seconds left");
    EXPECT_EQ(said(12.0), "measuring, about 15 s left");
    EXPECT_EQ(said(61.0), "measuring, about 2 min left");
    EXPECT_EQ(said(7200.0), "measuring, about 2.0 h left");
    EXPECT_EQ(RemainingTime({cellOf(8)}).text(0.0, 0.0), "measuring");
}

} // namespace
} // namespace batchscope
