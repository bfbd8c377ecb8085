// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/trace/phase_seconds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using ::testing::ElementsAre;

BenchResult phasedResult(const char* arm, std::size_t batch, std::int32_t dim) {
    BenchResult result;
    result.arm = arm;
    result.model = "tree-lstm";
    result.batch = batch;
    result.dim = dim;
    result.phases.build = 0.001;
    result.phases.compute = 0.002 * static_cast<double>(batch);
    result.medianSeconds = result.phases.total();
    return result;
}

BenchReport twoCells() {
    BenchReport report;
    report.results = {phasedResult("regular", 1, 100), phasedResult("folded", 1, 100), phasedResult("regular", 8, 100),
                      phasedResult("folded", 8, 100)};
    report.results[3].phases.schedule = 0.004;
    report.results[3].noisy = true;
    return report;
}

std::vector<BenchKey> phaseCells(const BenchReport& report) {
    return barCells(report, PlotKind::Phases);
}

TEST(PhaseEntries, AddUpToTheWholeOfAStep) {
    PhaseSeconds seconds;
    double each = 1.0;
    double sum = 0.0;
    for (const PhaseEntry& entry : phaseEntries()) {
        seconds.*entry.seconds = each;
        sum += each;
        each *= 2.0; // so that no phase stands for another
    }
    EXPECT_EQ(seconds.total(), sum);
}

TEST(PhaseBars, AreTheArmsOfOneCell) {
    const BenchReport report = twoCells();
    const std::vector<BenchKey> cells = phaseCells(report);
    ASSERT_EQ(cells.size(), 2U);
    EXPECT_EQ(cells[1], (BenchKey{.model = "tree-lstm", .dim = 100, .batch = 8}));
    EXPECT_EQ(largestCell(cells), cells[1]);
    const PhaseBars bars = phaseBarsOf(report, cells[1]);
    EXPECT_THAT(bars.phases, ElementsAre("build", "schedule", "compute")); // no backward pass
    ASSERT_EQ(bars.bars.size(), 2U);
    EXPECT_EQ(bars.bars[0].arm, "regular");
    EXPECT_EQ(bars.bars[0].result, 2U);
    EXPECT_THAT(bars.bars[0].seconds, ElementsAre(0.001, 0.0, 0.016));
    EXPECT_FALSE(bars.bars[0].isNoisy);
    EXPECT_THAT(bars.bars[1].seconds, ElementsAre(0.001, 0.004, 0.016));
    EXPECT_TRUE(bars.bars[1].isNoisy);
    EXPECT_EQ(bars.caption, "8 trees, tree-lstm, dim 100, 1 thread, inference");
    EXPECT_TRUE(bars.emptyReason.empty());
}

TEST(PhaseBars, TrainingHasABackwardPass) {
    BenchReport report = twoCells();
    report.results[0].phases.backward = 0.5;
    EXPECT_THAT(phaseBarsOf(report, phaseCells(report)[0]).phases, ElementsAre("build", "compute", "backward"));
    EXPECT_THAT(phaseBarsOf(report, phaseCells(report)[1]).phases, ElementsAre("build", "schedule", "compute"));
}

} // namespace
} // namespace batchscope
