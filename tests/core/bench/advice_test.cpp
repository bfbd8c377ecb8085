// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/cost_fit.h"

#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using testing::addSeries;
using ::testing::AllOf;
using testing::costs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using Sizes = std::vector<std::size_t>;

constexpr const char* kInference = "These are times of inference; training was not measured.";

/// Regular takes 1 ms for each tree.
BenchReport reportOn(const Sizes& sizes, const std::function<double(double)>& folded) {
    BenchReport report;
    addSeries(report.results, "regular", sizes, costs(0.0, 1e-3));
    addSeries(report.results, "folded", sizes, folded);
    return report;
}

std::string firstOn(const Sizes& sizes, const std::function<double(double)>& folded) {
    return adviceOn(reportOn(sizes, folded)).front();
}

TEST(Advice, SaysFromWhichSizeFoldingPays) {
    EXPECT_EQ(firstOn({1, 8, 32, 128}, costs(1e-4, 1e-4)),
              "folded is faster than regular from a batch size of 1 on: 9.9 times as fast at batch size 128.");
    EXPECT_THAT(firstOn({1, 8, 32, 128}, costs(51.2e-3, 1e-4)),
                AllOf(StartsWith("folded is faster than regular from a batch size of 128 on: 2 times"),
                      HasSubstr("folded is slower than regular at batch sizes 1, 8 and 32.")));
    EXPECT_THAT(firstOn({1, 8, 32}, costs(8.99e-4, 1e-4)),
                AllOf(StartsWith("folded is faster than regular from a batch size of 8 on: "),
                      HasSubstr("do not show whether folded or regular is faster at batch size 1.")));
}

TEST(Advice, ThereIsNoneWithoutResults) {
    EXPECT_THAT(adviceOn({}), IsEmpty());
}

TEST(Advice, ComesWithTheReasonWhereNothingIsProven) {
    BenchReport report = reportOn({1, 8}, costs(1e-4, 1e-4));
    for (BenchResult& result : report.results) {
        result.noisy = true;
    }
    EXPECT_THAT(adviceOn(report),
                ElementsAre("folded is faster than regular from a batch size of 1 on.",
                            StartsWith("4 of 4 results: noisy because the samples differ too much"), kInference));
    for (BenchResult& result : report.results) {
        result.verdict = SpeedVerdict::Busy;
    }
    EXPECT_THAT(adviceOn(report).at(1), StartsWith("4 of 4 results: noisy because other processes used the machine"));
    for (BenchResult& result : report.results) {
        result.samples = {result.medianSeconds};
    }
    EXPECT_THAT(adviceOn(report), ElementsAre(StartsWith("4 of 4 results: too few samples")));
}

TEST(Advice, LeavesOutWhatIsInDoubt) {
    BenchReport report = reportOn({1, 8, 32}, costs(1e-4, 1e-4));
    report.results.back().noisy = true;
    report.results.front().equal = false;
    EXPECT_THAT(adviceOn(report),
                ElementsAre("folded is faster than regular from a batch size of 8 on.",
                            StartsWith("1 of 6 results: other values than the regular run"),
                            StartsWith("1 of 6 results: noisy because the samples differ too much"), kInference));
}

TEST(Advice, SaysWhetherItIsAboutTraining) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    EXPECT_EQ(adviceOn(report).back(), kInference);
    for (BenchResult& result : report.results) {
        result.work = Work::Training;
    }
    EXPECT_EQ(adviceOn(report).back(), "These are times of training: forward, loss and backward.");
}

TEST(Advice, NamesThePlaceWhereThereAreSeveral) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    const std::vector<BenchResult> first = report.results;
    for (BenchResult result : first) {
        result.dim = 0;
        result.threads = 2;
        report.results.push_back(std::move(result));
    }
    const std::vector<std::string> advice = adviceOn(report);
    ASSERT_EQ(advice.size(), 3U);
    EXPECT_THAT(advice[0], StartsWith("dim 100, 1 thread: folded is faster"));
    EXPECT_THAT(advice[1], StartsWith("own widths, 2 threads: folded is faster"));
}

TEST(Advice, IsShort) {
    BenchReport report;
    for (std::int32_t dim = 1; dim <= 100; ++dim) {
        for (BenchResult result : reportOn({1, 32}, costs(1e-4, 1e-4)).results) {
            result.dim = dim;
            report.results.push_back(std::move(result));
        }
    }
    const std::vector<std::string> advice = adviceOn(report);
    ASSERT_EQ(advice.size(), kMostFindings + 2);
    EXPECT_EQ(advice[kMostFindings], "88 more findings are not listed; measure fewer widths, thread counts or arms at "
                                     "a time to see all of them.");
}

TEST(Advice, ComparesEachFoldedArmWithRegularOnItsKernels) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    addSeries(report.results, "folded:agenda", {1, 32}, costs(1e-4, 2e-4));
    addSeries(report.results, "regular@off", {1, 32}, costs(0.0, 2e-3));
    addSeries(report.results, "folded:agenda@off", {1, 32}, costs(1e-4, 1e-4));
    EXPECT_THAT(adviceOn(report),
                ElementsAre(StartsWith("folded is faster than regular from"),
                            StartsWith("folded:agenda is faster than regular from"),
                            StartsWith("folded:agenda@off is faster than regular@off from"), kInference));
}

} // namespace
} // namespace batchscope
