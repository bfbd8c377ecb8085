// SPDX-License-Identifier: GPL-3.0-or-later
//
// A trend over kept runs: what is held against what, and what is not and why; only what the test of the samples calls
// slower is a regression.
#include "core/records/compare_documents.h"
#include "core/records/history_trend.h"
#include "tests/support/kept_documents.h"
#include "tests/support/temporary_folder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::madeDocument;
using testing::MadeRun;

/// In the order of the list, numbered from 1.
std::vector<KeptRun> keptRuns(const std::vector<BenchDocument>& documents) {
    std::vector<KeptRun> runs;
    for (const BenchDocument& document : documents) {
        HistoryEntry entry;
        entry.id = static_cast<std::int64_t>(runs.size()) + 1;
        entry.date = document.date;
        runs.push_back(keptRun(entry, document));
    }
    return runs;
}

HistoryTrend trendOver(const std::vector<BenchDocument>& documents, double tolerance = kUsualTolerance) {
    const std::vector<KeptRun> runs = keptRuns(documents);
    Result<HistoryTrend> trend = trendOf(runs, tolerance, {});
    EXPECT_TRUE(trend) << trend.error().text();
    return std::move(*trend);
}

std::string day(int number) {
    return "2026-05-" + std::string(number < 10 ? "0" : "") + std::to_string(number) + "T10:00:00Z";
}

/// The last point of the arm at the batch size.
TrendPoint lastOf(const HistoryTrend& trend, std::string_view arm, std::size_t batch) {
    const auto found = std::find_if(trend.series.begin(), trend.series.end(), [&](const TrendSeries& series) {
        return series.key.arm == arm && series.key.batch == batch;
    });
    return found == trend.series.end() ? TrendPoint() : found->points.back();
}

/// What the second of two runs is not compared with the first for.
std::string whyNotAfter(const MadeRun& first, MadeRun second) {
    second.date = day(2);
    return lastOf(trendOver({madeDocument(first), madeDocument(second)}), "folded", 8).whyNot;
}

TEST(HistoryTrend, HasASeriesForEachArmAndSize) {
    const HistoryTrend trend = trendOver({madeDocument({.date = day(1)}), madeDocument({.date = day(2)})});
    ASSERT_EQ(trend.series.size(), 4U);
    std::vector<std::string> names;
    for (const TrendSeries& series : trend.series) {
        names.push_back(seriesName(series.key));
        EXPECT_EQ(series.points.size(), 2U);
    }
    EXPECT_THAT(names, ElementsAre("regular, tree-lstm, dim 100, batch size 8, 1 thread",
                                   "folded, tree-lstm, dim 100, batch size 8, 1 thread",
                                   "regular, tree-lstm, dim 100, batch size 32, 1 thread",
                                   "folded, tree-lstm, dim 100, batch size 32, 1 thread"));
    EXPECT_TRUE(areOfOnePlace(trend.series[0].key, trend.series[1].key));
    EXPECT_FALSE(areOfOnePlace(trend.series[1].key, trend.series[2].key));
    EXPECT_EQ(placeName(trend.series[2].key), "tree-lstm, dim 100, batch size 32, 1 thread");
    const TrendPoint point = lastOf(trend, "folded", 8);
    EXPECT_EQ(point.samples, 20U);
    EXPECT_LE(point.range.low, point.medianSeconds);
    EXPECT_GE(point.range.high, point.medianSeconds);
}

TEST(HistoryTrend, MarksARegressionAndNothingElse) {
    const HistoryTrend trend =
        trendOver({madeDocument({.date = day(1)}), madeDocument({.date = day(2), .foldedBy = 1.1}),
                   madeDocument({.date = day(3), .foldedBy = 1.1})});
    EXPECT_EQ(trend.runs[0].whyNot, "the first run of this series");
    EXPECT_EQ(trend.runs[1].slower, 2U);
    EXPECT_EQ(trend.runs[1].compared, 4U);
    EXPECT_EQ(trend.runs[2].slower, 0U) << "slower than the run before it, not than the best one";
    EXPECT_EQ(trend.runs[2].faster, 0U);
    const TrendSeries& folded = trend.series[1];
    ASSERT_EQ(folded.key.arm, "folded");
    EXPECT_FALSE(folded.points[0].change);
    EXPECT_TRUE(folded.points[1].is(SeriesVerdict::Slower));
    EXPECT_NEAR(folded.points[1].change->ratio, 1.1, 0.01);
    EXPECT_EQ(folded.points[1].before, 1);
    EXPECT_TRUE(folded.points[2].is(SeriesVerdict::Same));
    EXPECT_TRUE(trend.series[0].points[1].is(SeriesVerdict::Same));
}

TEST(HistoryTrend, TellsFasterUnsteadyAndUntestedApart) {
    EXPECT_EQ(trendOver({madeDocument({.date = day(1)}), madeDocument({.date = day(2), .slower = 0.8})}).runs[1].faster,
              4U);
    BenchDocument disturbed = madeDocument({.date = day(2)});
    for (BenchResult& result : disturbed.report.results) { // as when a neighbor worked most of the time
        for (std::size_t sample = 5; sample < result.samples.size(); ++sample) {
            result.samples[sample] *= 1.3;
        }
    }
    const HistoryTrend trend = trendOver({madeDocument({.date = day(1)}), disturbed});
    EXPECT_EQ(trend.runs[1].unsteady, 4U);
    EXPECT_EQ(trend.runs[1].slower, 0U);
    const HistoryTrend few = trendOver(
        {madeDocument({.date = day(1), .samples = 3}), madeDocument({.date = day(2), .slower = 2.0, .samples = 3})});
    EXPECT_EQ(few.runs[1].untested, 4U);
    EXPECT_EQ(few.runs[1].slower, 0U);
}

TEST(HistoryTrend, TakesATolerance) {
    const std::vector<BenchDocument> runs = {madeDocument({.date = day(1)}),
                                             madeDocument({.date = day(2), .slower = 1.1})};
    EXPECT_EQ(trendOver(runs, 0.05).runs[1].slower, 4U);
    EXPECT_EQ(trendOver(runs, 0.15).runs[1].slower, 0U);
    EXPECT_EQ(trendOver(runs, 0.15).tolerance, 0.15);
    const std::vector<KeptRun> kept = keptRuns(runs);
    EXPECT_EQ(trendOf(kept, -0.1, {}).error().code, ErrorCode::Config);
    EXPECT_EQ(trendOf(kept, std::numeric_limits<double>::quiet_NaN(), {}).error().code, ErrorCode::Config);
}

TEST(HistoryTrend, NeverComparesUnderOtherConditions) {
    const MadeRun first = {.date = day(1)};
    EXPECT_EQ(whyNotAfter(first, {}), "");
    EXPECT_EQ(whyNotAfter(first, {.host = "attic"}), "other conditions than run 1: host: \"lab\" then, \"attic\" now");
    EXPECT_THAT(whyNotAfter(first, {.cpu = "Z80"}), HasSubstr("cpu: \"Test CPU\" then, \"Z80\" now"));
    EXPECT_THAT(whyNotAfter(first, {.file = "/other.ptb"}), HasSubstr("files: [\"/data/trees.ptb\"] then"));
    EXPECT_EQ(whyNotAfter(first, {.file = "trees.ptb"}), "") << "the same file by another name";
    EXPECT_EQ(whyNotAfter(first, {.build = "with assertions: timings are unreliable"}),
              "the program was built with assertions: timings are unreliable");
    EXPECT_EQ(whyNotAfter({.date = day(1), .build = "debug"}, {}), "the first run of this series");
    EXPECT_EQ(whyNotAfter(first, {.nodes = 300}), "another graph than in run 1: 2112 nodes then, 2400 now");
    EXPECT_THAT(whyNotAfter(first, {.equal = false}), HasSubstr("its values differ"));
    EXPECT_EQ(whyNotAfter(first, {.commit = "fedcba9876543210"}), "") << "that is what one compares for";
    EXPECT_EQ(whyNotAfter(first, {.model = "tree-rnn"}), "the first run of this series");
}

TEST(HistoryTrend, ComparesWithTheLastRunOfTheSameConditions) {
    const HistoryTrend trend =
        trendOver({madeDocument({.date = day(1)}), madeDocument({.date = day(2), .slower = 3.0, .host = "attic"}),
                   madeDocument({.date = day(3), .slower = 1.2}),
                   madeDocument({.date = day(4), .slower = 3.6, .host = "attic"})});
    EXPECT_EQ(lastOf(trend, "folded", 8).before, 2);
    EXPECT_EQ(trend.series[1].points[2].before, 1);
    EXPECT_EQ(trend.runs[1].compared, 0U);
    EXPECT_EQ(trend.runs[2].slower, 4U);
    EXPECT_EQ(trend.runs[3].slower, 4U);
}

/// Each series has a predecessor of its own.
TEST(HistoryTrend, LooksForThePredecessorOfEachSeries) {
    const HistoryTrend trend =
        trendOver({madeDocument({.date = day(1), .batches = {8}}), madeDocument({.date = day(2), .batches = {32}}),
                   madeDocument({.date = day(3), .slower = 1.2, .batches = {8, 32}})});
    EXPECT_EQ(lastOf(trend, "folded", 8).before, 1);
    EXPECT_EQ(lastOf(trend, "folded", 32).before, 2);
    EXPECT_EQ(trend.runs[2].slower, 4U);
}

TEST(HistoryTrend, AnUnequalRunIsNoYardstick) {
    const HistoryTrend trend =
        trendOver({madeDocument({.date = day(1)}), madeDocument({.date = day(2), .slower = 0.5, .equal = false}),
                   madeDocument({.date = day(3)})});
    EXPECT_EQ(lastOf(trend, "folded", 8).before, 1);
    EXPECT_EQ(trend.runs[2].slower, 0U);
}

TEST(HistoryTrend, GoesByDateNotByTheOrderOfAdding) {
    const HistoryTrend trend =
        trendOver({madeDocument({.date = day(2), .slower = 1.2}), madeDocument({.date = day(1)})});
    EXPECT_EQ(trend.runs[0].entry.id, 2);
    EXPECT_EQ(trend.runs[1].entry.id, 1);
    EXPECT_EQ(trend.runs[1].slower, 4U);
    EXPECT_EQ(lastOf(trend, "folded", 8).before, 2);
}

TEST(HistoryTrend, AgreesWithTheComparisonOfTheTwoRuns) {
    const BenchDocument before = madeDocument({.date = day(1)});
    const BenchDocument after = madeDocument({.date = day(2), .foldedBy = 1.3});
    const HistoryTrend trend = trendOver({before, after});
    const Result<RunComparison> comparison = compareDocuments(before, after, kUsualTolerance);
    ASSERT_TRUE(comparison) << comparison.error().text();
    for (const ComparedSeries& series : comparison->series) {
        const TrendPoint point = lastOf(trend, series.key.arm, series.key.batch);
        ASSERT_TRUE(point.change);
        EXPECT_EQ(point.change->verdict, series.verdict);
        EXPECT_EQ(point.change->ratio, series.ratio);
        EXPECT_EQ(point.change->adjustedPValue, series.adjustedPValue);
    }
}

TEST(HistoryTrend, TakesASeriesOncePerRun) {
    BenchDocument twice = madeDocument({.date = day(2), .batches = {8}});
    twice.report.results.push_back(twice.report.results.back());
    const HistoryTrend trend = trendOver({madeDocument({.date = day(1), .batches = {8}}), twice});
    ASSERT_EQ(trend.series[1].points.size(), 3U);
    EXPECT_TRUE(trend.series[1].points[1].change);
    EXPECT_EQ(trend.series[1].points[2].whyNot, "this run has another result for the same series");
}

TEST(HistoryTrend, OfNothingAndOfOneRun) {
    EXPECT_THAT(trendOver({}).series, IsEmpty());
    const HistoryTrend trend = trendOver({madeDocument({})});
    EXPECT_EQ(trend.runs.size(), 1U);
    EXPECT_EQ(trend.runs[0].compared, 0U);
    EXPECT_EQ(trend.runs[0].series.size(), 4U);
}

TEST(HistoryTrend, KeepsTheVerdictsOfTheLastRuns) {
    const HistoryTrend trend =
        lastRuns(trendOver({madeDocument({.date = day(1), .model = "tree-rnn"}), madeDocument({.date = day(2)}),
                            madeDocument({.date = day(3), .slower = 1.2})}),
                 1);
    ASSERT_EQ(trend.runs.size(), 1U);
    EXPECT_EQ(trend.runs[0].slower, 4U);
    ASSERT_EQ(trend.series.size(), 4U) << "those of the other net are gone";
    EXPECT_EQ(trend.series[0].points.at(0).run, 0U);
    EXPECT_EQ(trend.series[0].points.at(0).before, 2);
    EXPECT_EQ(lastRuns(trend, 5).runs.size(), 1U);
}

TEST(HistoryTrend, CanBeStopped) {
    const std::vector<KeptRun> runs = keptRuns({madeDocument({})});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(trendOf(runs, kUsualTolerance, {stop.get_token(), {}}).error().code, ErrorCode::Cancelled);
}

// ---- what is read -------------------------------------------------------------------------------------------------

class KeptRuns : public testing::FolderTest {
protected:
    const std::string m_file = (m_folder / "history.sqlite").string();
};

TEST_F(KeptRuns, AreReadPastADamagedDocument) {
    {
        Result<BenchHistory> history = BenchHistory::open(m_file);
        ASSERT_TRUE(history);
        for (const int number : {1, 2, 3}) {
            ASSERT_TRUE(history->add(madeDocument({.date = day(number), .slower = number == 3 ? 1.2 : 1.0})));
        }
    }
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(m_file.c_str(), &database), SQLITE_OK);
    ASSERT_EQ(
        sqlite3_exec(database, "UPDATE runs SET document = '{\"schema\": 1' WHERE id = 2", nullptr, nullptr, nullptr),
        SQLITE_OK);
    sqlite3_close(database);
    const Result<BenchHistory> history = BenchHistory::open(m_file);
    ASSERT_TRUE(history);
    std::vector<std::pair<std::size_t, std::size_t>> reported;
    const RunControl control({}, [&](std::string_view /*stage*/, std::size_t done, std::size_t total) {
        reported.emplace_back(done, total);
    });
    const Result<std::vector<KeptRun>> runs = readKeptRuns(*history, *history->list(), control);
    ASSERT_TRUE(runs) << runs.error().text();
    const Result<HistoryTrend> trend = trendOf(*runs, kUsualTolerance, {});
    ASSERT_TRUE(trend);
    ASSERT_EQ(trend->runs.size(), 3U);
    ASSERT_TRUE(trend->runs[1].fault);
    EXPECT_THAT(trend->runs[1].fault->text(), HasSubstr("entry 2: error: this is not JSON"));
    EXPECT_EQ(trend->runs[2].slower, 4U);
    EXPECT_EQ(lastOf(*trend, "folded", 8).before, 1);
    EXPECT_THAT(reported, ::testing::Contains(std::pair<std::size_t, std::size_t>(0, 3)));
}

TEST_F(KeptRuns, ThatSomebodyRemovedAreLeftOut) {
    Result<BenchHistory> history = BenchHistory::open(m_file);
    ASSERT_TRUE(history);
    ASSERT_TRUE(history->add(madeDocument({})));
    ASSERT_TRUE(history->add(madeDocument({})));
    const Result<std::vector<HistoryEntry>> before = history->list();
    ASSERT_TRUE(history->remove(1));
    const Result<std::vector<KeptRun>> runs = readKeptRuns(*history, *before, {});
    ASSERT_TRUE(runs);
    ASSERT_EQ(runs->size(), 1U);
    EXPECT_EQ(runs->front().entry.id, 2);
}

TEST(HistoryFilter, LeavesWhatIsAskedFor) {
    const std::vector<HistoryEntry> entries = {
        {.id = 1, .date = day(3), .host = "lab", .file = "/a/sst.ptb", .net = "tree-lstm"},
        {.id = 2, .date = day(1), .host = "lab", .file = "/a/sst.ptb", .net = "tree-rnn"},
        {.id = 3, .date = day(2), .host = "attic", .file = "/b/snli.txt", .net = "tree-lstm"}};
    const auto idsOf = [&entries](const HistoryFilter& filter) {
        std::vector<std::int64_t> ids;
        for (const HistoryEntry& entry : chosenEntries(entries, filter)) {
            ids.push_back(entry.id);
        }
        return ids;
    };
    EXPECT_THAT(idsOf({}), ElementsAre(2, 3, 1));
    EXPECT_THAT(idsOf({.file = "sst"}), ElementsAre(2, 1));
    EXPECT_THAT(idsOf({.net = "tree-lstm"}), ElementsAre(3, 1));
    EXPECT_THAT(idsOf({.net = "tree"}), IsEmpty());
    EXPECT_THAT(idsOf({.host = "attic"}), ElementsAre(3));
    EXPECT_THAT(idsOf({.last = 2}), ElementsAre(3, 1));
    EXPECT_THAT(idsOf({.file = "sst", .last = 1}), ElementsAre(1));
    EXPECT_THAT(idsOf({.last = 9}), ElementsAre(2, 3, 1));
}

} // namespace
} // namespace batchscope
