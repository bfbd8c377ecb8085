// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::timedResult;

/// At 8 and 32 trees; the engine gives 3, batching 5 on LibTorch and 6 on the engine.
BenchReport splitReport() {
    BenchReport report;
    for (const std::size_t batch : {8U, 32U}) {
        const double unit = 1e-3 * static_cast<double>(batch);
        for (const auto& [arm, seconds] :
             {std::pair("regular", 6.0), std::pair("regular@off", 18.0), std::pair("folded", 1.0),
              std::pair("folded@off", 3.6), std::pair("folded:agenda", 2.0)}) {
            report.results.push_back(timedResult(arm, batch, seconds * unit));
        }
    }
    fillRatios(report.results);
    return report;
}

std::vector<BenchKey> splitCells(const BenchReport& report) {
    return barCells(report, PlotKind::Split);
}

std::optional<BenchKey> largestSplit(const BenchReport& report) {
    return largestCell(splitCells(report));
}

TEST(SplitBars, AreOfEachFoldedArmOnTheEngine) {
    const BenchReport report = splitReport();
    const std::vector<BenchKey> cells = splitCells(report);
    EXPECT_THAT(cellNames(cells),
                ElementsAre("8 trees, " + armTitle("folded"), "8 trees, " + armTitle("folded:agenda"),
                            "32 trees, " + armTitle("folded"), "32 trees, " + armTitle("folded:agenda")));
    EXPECT_EQ(largestSplit(report), cells[2]);
    EXPECT_THAT(cellNames(std::vector{cells[0], cells[2]}), ElementsAre("8 trees", "32 trees"));
}

TEST(SplitBars, HaveTheFactorsOfTheResults) {
    const BenchReport report = splitReport();
    const SpeedSplit split = splitOfCell(report, largestSplit(report));
    ASSERT_EQ(split.ways.size(), 2U);
    const BenchResult& folded = report.results[7];
    EXPECT_DOUBLE_EQ(split.ways[0].steps[2].factor->ratio.value, folded.speedup);
    EXPECT_DOUBLE_EQ(split.ways[0].steps[1].factor->ratio.value, *folded.speedupEngine);
    EXPECT_DOUBLE_EQ(split.ways[1].steps[2].factor->ratio.value, *folded.speedupEngineHere);
    EXPECT_DOUBLE_EQ(split.both.value, *folded.speedupBoth);
    EXPECT_DOUBLE_EQ(split.ways[0].steps[2].time.seconds, folded.medianSeconds);
    EXPECT_EQ(split.caption, "32 trees, tree-lstm, " + armTitle("folded") + ", dim 100, 1 thread, inference");
}

TEST(SplitBars, AreOfOneCellOnly) {
    BenchReport report = splitReport();
    report.results[5].threads = 4; // regular at 32 trees
    const SpeedSplit split = splitOfCell(report, largestSplit(report));
    EXPECT_TRUE(split.isEmpty());
    EXPECT_THAT(split.emptyReason, HasSubstr("regular on the engine"));
    report = splitReport();
    report.results[6].model = "spinn";
    EXPECT_THAT(splitOfCell(report, largestSplit(report)).emptyReason, HasSubstr("regular on LibTorch"));
}

TEST(SplitBars, DoubtedArmsAreNotSplit) {
    const auto reasonAfter = [](std::size_t place, auto change) {
        BenchReport report = splitReport();
        change(report.results[place]);
        const SpeedSplit split = splitOfCell(report, largestSplit(report));
        return split.isEmpty() ? split.emptyReason : split.notes.empty() ? std::string() : split.notes.front();
    };
    EXPECT_THAT(reasonAfter(5, [](BenchResult& result) { result.equal = false; }), HasSubstr("another computation"));
    EXPECT_THAT(reasonAfter(6, [](BenchResult& result) { result.samples.resize(3); }),
                AllOf(HasSubstr("regular@off has 3 samples"), HasSubstr("at least 5")));
    EXPECT_THAT(reasonAfter(7,
                            [](BenchResult& result) {
                                result.noisy = true;
                                result.verdict = SpeedVerdict::Varying;
                            }),
                AllOf(HasSubstr("folded is noisy"), HasSubstr("vary by more than 10%")));
    const auto makeBusy = [](BenchResult& result) {
        result.verdict = SpeedVerdict::Busy;
        result.load = {.others = 1.5, .processors = 2};
    };
    EXPECT_THAT(reasonAfter(8, makeBusy), HasSubstr("1.5 of 2 processors")) << "a note: the other way is whole";
    BenchReport report = splitReport();
    makeBusy(report.results[8]);
    EXPECT_EQ(splitOfCell(report, largestSplit(report)).ways.size(), 1U);
}

} // namespace
} // namespace batchscope
