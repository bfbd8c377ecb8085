// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/bench/arms.h"
#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace batchscope {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

BenchResult measuredResult(const std::string& armName, std::size_t batch, double seconds) {
    BenchResult result = testing::armResult(armName, batch, seconds);
    result.samples = {seconds * 0.9, seconds, seconds * 1.2};
    return result;
}

/// Regular and folded, each on the engine and on LibTorch, at 8 and 1 trees; figures as fillRatios makes them.
BenchReport fourArms() {
    BenchReport report;
    for (const std::size_t batch : {8U, 1U}) {
        const double unit = 0.001 * static_cast<double>(batch);
        report.results.push_back(measuredResult("regular", batch, 4.0 * unit));
        report.results.push_back(measuredResult("regular@off", batch, 12.0 * unit));
        report.results.push_back(measuredResult("folded", batch, unit));
        report.results.push_back(measuredResult("folded@off", batch, 6.0 * unit));
        const std::size_t first = report.results.size() - 4;
        for (std::size_t index = first; index < report.results.size(); ++index) {
            BenchResult& result = report.results[index];
            result.speedup = report.results[result.kernels ? first : first + 1].medianSeconds / result.medianSeconds;
            result.speedupBoth = 12.0 * unit / result.medianSeconds;
            result.speedupEngine = result.kernels ? std::optional(3.0) : std::nullopt;
        }
    }
    return report;
}

std::vector<std::string> namesOf(const PlotFigure& figure) {
    std::vector<std::string> names;
    for (const PlotCurve& curve : figure.curves) {
        names.push_back(curve.name);
    }
    return names;
}

TEST(PlotKind, HasARowForEachKindInItsOrder) {
    for (std::size_t place = 0; place < plotKinds().size(); ++place) {
        const PlotKindEntry& entry = plotKinds()[place];
        EXPECT_EQ(static_cast<std::size_t>(entry.kind), place);
        EXPECT_EQ(plotKindEntry(entry.kind).id, entry.id);
        EXPECT_FALSE(entry.title.empty() || entry.about.empty());
        const Result<PlotKind> parsed = parsePlotKind(entry.id);
        ASSERT_TRUE(parsed);
        EXPECT_EQ(*parsed, entry.kind);
    }
    const Result<PlotKind> unknown = parsePlotKind("pie");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().text(), AllOf(HasSubstr("'pie'"), HasSubstr("time"), HasSubstr("split")));
}

TEST(PlotSeries, NamesSayWhatDiffersAndTheCaptionTheRest) {
    const std::vector<BenchKey> keys = {{"tree-lstm", "regular", 100, 1}, {"tree-lstm", "folded", 300, 1}};
    const CurveNames names(keys);
    EXPECT_EQ(names.name(keys[0]), armTitle("regular") + ", dim 100");
    EXPECT_EQ(names.common(), "tree-lstm, 1 thread, inference");
    const std::vector<BenchKey> threads = {{"tree-lstm", "folded", 100, 1}, {"tree-lstm", "folded", 100, 4}};
    EXPECT_EQ(CurveNames(threads).name(threads[1]), "4 threads");
    EXPECT_EQ(CurveNames(threads).common(), "tree-lstm, " + armTitle("folded") + ", dim 100, inference");
    const std::vector<BenchKey> alone = {{"mlp", "folded", 0, 2}};
    EXPECT_EQ(CurveNames(alone).name(alone[0]), armTitle("folded")); // not nothing
    EXPECT_EQ(CurveNames(alone).distinct(alone[0]), "");
    EXPECT_EQ(CurveNames(alone).common(),
              "mlp, " + armTitle("folded") + ", 2 threads, inference"); // a model without a width has none
    EXPECT_EQ(CurveNames({}).common(), "");
    const std::vector<BenchKey> models = {{"tree-lstm", "folded", 100, 1}, {"tree-rnn", "folded", 100, 1}};
    EXPECT_EQ(CurveNames(models).name(models[1]), "tree-rnn");
    const std::vector<BenchKey> works = {{"looks", "folded", 100, 1}, {"looks", "folded", 100, 1, Work::Training}};
    EXPECT_EQ(CurveNames(works).name(works[1]), "training");
    EXPECT_EQ(CurveNames(works).common(), "looks, " + armTitle("folded") + ", dim 100, 1 thread");
}

TEST(PlotSeries, AreInTheOrderOfTheArmsAndByBatchSize) {
    BenchReport report = fourArms();
    for (std::size_t index = 0; index < 4; ++index) {
        report.results.push_back(report.results[index]);
        report.results.back().dim = 300;
    }
    const std::vector<CurveSeries> series = seriesOf(report.results);
    ASSERT_EQ(series.size(), 8U);
    EXPECT_EQ(series[0].key.arm, "regular");
    EXPECT_EQ(series[0].key.dim, 100);
    EXPECT_THAT(series[0].results, ElementsAre(4U, 0U)); // 1 tree was measured after 8
    EXPECT_EQ(series[1].key.arm, "regular");
    EXPECT_EQ(series[1].key.dim, 300);
    EXPECT_EQ(series[7].key.arm, "folded@off");
    EXPECT_THAT(seriesOf({}), IsEmpty());
}

TEST(PlotFigures, TimesHaveMediansRangesSamplesAndFactors) {
    BenchReport report = fourArms();
    report.results[2].noisy = true;
    const PlotFigure figure = figureOf(report, PlotKind::Time);
    EXPECT_THAT(namesOf(figure),
                ElementsAre(armTitle("regular"), armTitle("regular@off"), armTitle("folded"), armTitle("folded@off")));
    EXPECT_EQ(figure.caption, "tree-lstm, dim 100, 1 thread, inference");
    EXPECT_TRUE(figure.emptyReason.empty());
    const PlotCurve& folded = figure.curves[2];
    ASSERT_EQ(folded.points.size(), 2U);
    const PlotPoint& large = folded.points[1];
    EXPECT_EQ(large.x, 8.0);
    EXPECT_DOUBLE_EQ(large.y, 0.008);
    EXPECT_EQ(large.result, 2U);
    EXPECT_TRUE(large.isNoisy);
    EXPECT_FALSE(folded.points[0].isNoisy);
    ASSERT_TRUE(large.range);
    EXPECT_DOUBLE_EQ(large.range->low, medianRange(report.results[2].samples).low);
    EXPECT_DOUBLE_EQ(large.range->high, medianRange(report.results[2].samples).high);
    EXPECT_EQ(large.factor, 4.0);
    EXPECT_FALSE(figure.curves[0].points[0].factor); // regular against itself says nothing
    ASSERT_EQ(folded.dots.size(), 6U);
    EXPECT_DOUBLE_EQ(folded.dots[3].y, 0.008 * 0.9);
}

TEST(PlotFigures, SpeedupsOfOneArmAreNamedByTheirPart) {
    BenchReport report = fourArms();
    std::erase_if(report.results, [](const BenchResult& result) { return result.arm == "folded@off"; });
    const PlotFigure figure = figureOf(report, PlotKind::Speedup);
    EXPECT_THAT(namesOf(figure), ElementsAre("batching", "engine", "both"));
    EXPECT_EQ(figure.caption, "tree-lstm, " + armTitle("folded") + ", dim 100, 1 thread, inference");
    for (std::size_t point = 0; point < 2; ++point) {
        const double batching = figure.curves[0].points[point].y;
        const double engine = figure.curves[1].points[point].y;
        EXPECT_DOUBLE_EQ(batching, 4.0);
        EXPECT_DOUBLE_EQ(engine, 3.0);
        EXPECT_DOUBLE_EQ(figure.curves[2].points[point].y, batching * engine);
    }
    const PlotPoint& batching = figure.curves[0].points[1];
    ASSERT_TRUE(batching.range);
    EXPECT_DOUBLE_EQ(batching.range->low, 4.0 * 0.9 / 1.2); // the faster one at its slowest
    EXPECT_DOUBLE_EQ(batching.range->high, 4.0 * 1.2 / 0.9);
    EXPECT_EQ(report.results[batching.result].arm, "folded");
    EXPECT_EQ(report.results[figure.curves[1].points[1].result].arm, "regular");
}

TEST(PlotFigures, SpeedupsOfSeveralArmsShareTheEngine) {
    const PlotFigure figure = figureOf(fourArms(), PlotKind::Speedup);
    // On LibTorch both is batching, and there is no engine.
    EXPECT_THAT(namesOf(figure), ElementsAre(armTitle("folded") + ", batching", armTitle("folded@off") + ", batching",
                                             "engine", armTitle("folded") + ", both"));
}

TEST(PlotFigures, ASpeedupIsAsNoisyAsTheSlowerArm) {
    BenchReport report = fourArms();
    report.results[1].noisy = true; // regular@off at 8 trees
    const PlotFigure figure = figureOf(report, PlotKind::Speedup);
    EXPECT_FALSE(figure.curves[0].points[1].isNoisy); // folded against regular
    EXPECT_TRUE(figure.curves[1].points[1].isNoisy);  // folded@off against regular@off
    EXPECT_TRUE(figure.curves[2].points[1].isNoisy);
    EXPECT_TRUE(figure.curves[3].points[1].isNoisy);
    EXPECT_FALSE(figure.curves[3].points[0].isNoisy);
}

TEST(PlotFigures, ARangeIsOfTheSameThreadsAndWidth) {
    BenchReport report = fourArms();
    for (std::size_t index = 0; index < 4; ++index) {
        BenchResult other = report.results[index];
        other.threads = 4;
        other.samples = {1.0, 1.0, 1.0};
        report.results.insert(report.results.begin(), other);
    }
    const PlotFigure figure = figureOf(report, PlotKind::Speedup);
    const auto oneThread = std::find_if(figure.curves.begin(), figure.curves.end(), [](const PlotCurve& curve) {
        return curve.key.threads == 1 && curve.part == CurvePart::Batching;
    });
    ASSERT_NE(oneThread, figure.curves.end());
    EXPECT_DOUBLE_EQ(oneThread->points[1].range->low, 4.0 * 0.9 / 1.2);
}

TEST(PlotFigures, WithoutRegularThereIsNoSpeedup) {
    BenchReport report;
    report.results = {measuredResult("folded", 4, 0.5), measuredResult("folded@off", 4, 0.5)};
    const PlotFigure figure = figureOf(report, PlotKind::Speedup);
    EXPECT_TRUE(figure.isEmpty());
    EXPECT_THAT(figure.emptyReason, ::testing::HasSubstr("no speed-up"));
    EXPECT_TRUE(figure.caption.empty());
}

} // namespace
} // namespace batchscope
