// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fitted lines and break-even points in the plot of times: where the data prove them, and nowhere else.
#include "core/bench/arms.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_figures.h"
#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace batchscope {
namespace {

using testing::addSeries;
using testing::costs;
using ::testing::IsEmpty;
using Sizes = std::vector<std::size_t>;

/// Regular takes 1 ms a tree, folded 5.5 ms and 0.1 ms a tree, so that the lines cross at 6.1 trees.
BenchReport crossingReport(const Sizes& sizes = {1, 4, 16, 64}) {
    BenchReport report;
    addSeries(report.results, "regular", sizes, costs(0.0, 1e-3));
    addSeries(report.results, "folded", sizes, costs(5.5e-3, 1e-4));
    return report;
}

TEST(PlotFits, AreLinesBetweenTheSmallestAndTheLargestSize) {
    const PlotFigure figure = figureOf(crossingReport(), PlotKind::Time);
    ASSERT_EQ(figure.curves.size(), 2U);
    const PlotFit& fit = *figure.curves[1].fit;
    EXPECT_NEAR(fit.fixedSeconds, 5.5e-3, 1e-9);
    EXPECT_NEAR(fit.perTreeSeconds, 1e-4, 1e-11);
    EXPECT_DOUBLE_EQ(fit.line.front().x, 1.0);
    EXPECT_DOUBLE_EQ(fit.line.back().x, 64.0);
    for (std::size_t index = 0; index < fit.line.size(); ++index) {
        EXPECT_NEAR(fit.line[index].y, 5.5e-3 + 1e-4 * fit.line[index].x, 1e-9);
        EXPECT_TRUE(index == 0 || fit.line[index].x > fit.line[index - 1].x);
    }
}

TEST(PlotFits, ALineThatDoesNotDescribeIsNotDrawn) {
    BenchReport report;
    addSeries(report.results, "regular", {1, 2, 4, 8, 16}, [](double batch) { return batch <= 4.0 ? 1e-3 : 1e-2; });
    addSeries(report.results, "folded", {1, 2}, costs(1e-3, 1e-3)); // two points say nothing
    for (const PlotCurve& curve : figureOf(report, PlotKind::Time).curves) {
        EXPECT_FALSE(curve.fit) << curve.name;
    }
}

TEST(PlotFits, OnlyTimesHaveThem) {
    const PlotFigure figure = figureOf(crossingReport(), PlotKind::Speedup);
    EXPECT_THAT(figure.marks, IsEmpty());
    EXPECT_TRUE(std::none_of(figure.curves.begin(), figure.curves.end(),
                             [](const PlotCurve& curve) { return curve.fit.has_value(); }));
}

TEST(PlotFits, TheBreakEvenPointIsNamed) {
    const BenchReport report = crossingReport();
    const BreakEven found = breakEvens(report.results).front();
    const PlotFigure figure = figureOf(report, PlotKind::Time);
    ASSERT_EQ(figure.marks.size(), 1U);
    EXPECT_EQ(figure.marks[0].x, static_cast<double>(*found.from));
    EXPECT_EQ(figure.marks[0].key, figure.curves[1].key);
    EXPECT_EQ(figure.marks[0].name, "folding pays from 16 trees on");
}

} // namespace
} // namespace batchscope
