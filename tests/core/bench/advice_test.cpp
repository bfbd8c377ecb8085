// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/advice.h"

#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace batchscope {
namespace {

using testing::addSeries;
using ::testing::Contains;
using testing::costs;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using testing::timedResult;

using Sizes = std::vector<std::size_t>;

constexpr const char* kInference = "These are times of inference; training was not measured.";

/// Regular takes 1 ms for each tree. Without phases, nothing is said of where the time goes.
BenchReport reportOn(const Sizes& sizes, const std::function<double(double)>& folded) {
    BenchReport report;
    addSeries(report.results, "regular", sizes, costs(0.0, 1e-3));
    addSeries(report.results, "folded", sizes, folded);
    return report;
}

TEST(Advice, SaysFromWhichSizeFoldingPays) {
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32, 128}, costs(1e-4, 1e-4))),
                ElementsAre("From the smallest batch size measured (1) on, folded is faster than regular: about 10 "
                            "times as fast at batch size 128.",
                            kInference));
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32, 128}, costs(4.14e-3, 1e-4))),
                ElementsAre("From a batch size of about 5 on, folded is faster than regular: about 7.5 times as fast "
                            "at batch size 128. It is slower at batch size 1.",
                            kInference));
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32, 128}, costs(51.2e-3, 1e-4))), // the lines cross at 56.9
                ElementsAre("From a batch size of about 60 on, folded is faster than regular: about 2 times as fast "
                            "at batch size 128. It is slower at batch sizes 1, 8 and 32.",
                            kInference));
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32}, costs(8.99e-4, 1e-4))).front(),
                StartsWith("From batch size 8 on, folded is faster than regular: about "));
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32}, costs(8.99e-4, 1e-4))).front(),
                HasSubstr(" The samples do not show which of the two is faster at batch size 1."));
}

TEST(Advice, SaysThatFoldingDoesNotPay) {
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32}, costs(0.1, 1e-4))),
                ElementsAre("At every batch size measured (1 to 32), folded is slower than regular.", kInference));
    EXPECT_THAT(adviceOn(reportOn({1, 8, 32}, [](double batch) { return batch == 8.0 ? 1e-3 : 1e-1; })),
                ElementsAre("At batch size 8, folded is faster than regular: about 8 times as fast. It "
                            "is slower at batch sizes 1 and 32.",
                            kInference));
    EXPECT_THAT(adviceOn(reportOn({1, 2, 3, 4, 5, 6, 7, 8, 9}, costs(0.0, 1e-3))),
                ElementsAre("At batch sizes 1, 2, 3, 4, 5, 6 and 3 others, the samples do not show whether folded or "
                            "regular is faster.",
                            kInference));
}

TEST(Advice, OfOneSizeIsAboutThatSize) {
    EXPECT_THAT(adviceOn(reportOn({32}, costs(1e-4, 1e-4))),
                ElementsAre("At batch size 32, folded is faster than regular: about 9.5 times as fast.", kInference));
}

TEST(Advice, ThereIsNoneWithoutResults) {
    EXPECT_THAT(adviceOn({}), IsEmpty());
}

TEST(Advice, ComesWithTheReasonWhereNothingIsProven) {
    BenchReport report = reportOn({1, 8}, costs(1e-4, 1e-4));
    for (BenchResult& result : report.results) {
        result.noisy = true;
    }
    EXPECT_THAT(
        adviceOn(report),
        ElementsAre("From the smallest batch size measured (1) on, folded is faster than regular.",
                    "All 4 results are noisy because the samples differ too much, so only which of two is faster "
                    "is told, where that is plain; measure again with more repeats.",
                    kInference));
    for (BenchResult& result : report.results) {
        result.verdict = SpeedVerdict::Busy;
    }
    EXPECT_THAT(adviceOn(report).at(1),
                "All 4 results are noisy because other processes used the machine, so only which of two is faster is "
                "told, where that is plain; measure again while it is idle.");
    for (BenchResult& result : report.results) {
        result.samples = {result.medianSeconds};
    }
    EXPECT_THAT(adviceOn(report), ElementsAre("All 4 results have too few samples, so nothing can be concluded from "
                                              "this run; use at least 5 repeats."));
}

TEST(Advice, LeavesOutWhatIsInDoubt) {
    BenchReport report = reportOn({1, 8, 32}, costs(1e-4, 1e-4));
    report.results.back().noisy = true;
    report.results.front().equal = false;
    EXPECT_THAT(adviceOn(report),
                ElementsAre("From batch size 8 on, folded is faster than regular. "
                            "The samples do not show which of the two is faster at batch size 1.",
                            "1 of 6 results has other values than the regular run, so it is left out here.",
                            "1 of 6 results is noisy because the samples differ too much, so only which of two is "
                            "faster is told, where that is plain; measure again with more repeats.",
                            kInference));
}

/// Of the last result, in shares of its time.
std::string timesWith(const PhaseSeconds& phases) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    report.results.back().phases = phases;
    return adviceOn(report).at(1);
}

TEST(Advice, SaysWhereTheTimeGoes) {
    EXPECT_EQ(timesWith({.build = 0.06, .schedule = 0.04, .plan = 0.02, .compute = 0.88}),
              "At batch size 32, folded spends about 90% of its time on computing.");
    EXPECT_EQ(timesWith({.build = 0.4, .schedule = 0.1, .plan = 0.12, .compute = 0.38}),
              "At batch size 32, folded spends about 60% of its time on construction (graph, schedule and plan) and "
              "about 40% on computing.");
    EXPECT_EQ(timesWith({.build = 0.03, .compute = 0.97}),
              "At batch size 32, folded spends almost all of its time on computing.");
    EXPECT_EQ(timesWith({.gather = 0.2, .compute = 0.3, .readout = 0.02, .backward = 0.48}),
              "At batch size 32, folded spends about 50% of its time on the backward pass, about 30% on computing and "
              "about 20% on copying rows.");
}

TEST(Advice, SaysWhetherItIsAboutTraining) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    EXPECT_EQ(adviceOn(report).back(), kInference);
    for (BenchResult& result : report.results) {
        result.phases = {.compute = 0.5, .backward = 0.5};
        result.work = Work::Training;
    }
    EXPECT_EQ(adviceOn(report).back(), "These are times of training: forward, loss and backward.");
}

/// At batch size 32; `agenda` is its time over that of folding by depth.
BenchReport threePolicies(double agenda) {
    BenchReport report;
    report.results = {timedResult("folded:largest", 32, 2.4e-2), timedResult("folded", 32, 1e-2),
                      timedResult("folded:agenda", 32, agenda * 1e-2)};
    for (BenchResult& result : report.results) {
        result.figures.launches = 24;
        result.phases.schedule = 0.1 * result.medianSeconds;
        result.phases.compute = 0.9 * result.medianSeconds;
    }
    return report;
}

TEST(Advice, SaysWhichPolicyIsFastest) {
    EXPECT_EQ(adviceOn(threePolicies(1.2)).front(),
              "At batch size 32, folded is the fastest policy measured: folded:largest takes about 2.4 times as long "
              "and folded:agenda takes about 20% longer.");
    EXPECT_EQ(adviceOn(threePolicies(1.03)).front(),
              "At batch size 32, folded is the fastest policy measured: folded:largest takes about 2.4 times as long "
              "and folded:agenda takes slightly longer.");
    EXPECT_EQ(adviceOn(threePolicies(1.0)).front(),
              "At batch size 32, the samples do not show which of these is fastest: folded and folded:agenda. Compared "
              "with folded, folded:largest takes about 2.4 times as long.");
    BenchReport noisy = threePolicies(1.2);
    noisy.results[0].noisy = true;
    EXPECT_THAT(adviceOn(noisy).front(), Not(HasSubstr("largest")));
    noisy.results[2].noisy = true;
    EXPECT_THAT(adviceOn(noisy), Each(Not(HasSubstr("fastest")))) << "one is left";
}

TEST(Advice, SaysWhatFewerLaunchesCost) {
    BenchReport report = threePolicies(1.2);
    BenchResult& largest = report.results[0];
    largest.figures.launches = 20;
    EXPECT_THAT(adviceOn(report).front(), Not(HasSubstr("launches"))) << "it does not choose longer";
    largest.phases.schedule = 0.4 * largest.medianSeconds;
    largest.phases.compute = 0.6 * largest.medianSeconds;
    EXPECT_THAT(adviceOn(report).front(),
                HasSubstr(" folded:largest needs fewer launches than folded (20 instead of 24), but spends about 40% "
                          "of its time on scheduling instead of about 10%."));
    largest.figures.launches = 24;
    EXPECT_THAT(adviceOn(report).front(), Not(HasSubstr("launches")));
}

TEST(Advice, SaysWhatPaddingWastes) {
    BenchReport report;
    report.results = {timedResult("padded", 8, 1e-3), timedResult("padded", 32, 1e-3), timedResult("direct", 32, 1e-3)};
    report.results[0].paddingWaste = 0.9;
    report.results[1].paddingWaste = 0.37;
    report.results[2].paddingWaste = 0.04;
    EXPECT_THAT(adviceOn(report),
                ElementsAre("At batch size 32, about 40% of the rows that padded computes are padding.", kInference));
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
    EXPECT_THAT(advice[0], StartsWith("dim 100, 1 thread: From the smallest batch size measured (1) on"));
    EXPECT_THAT(advice[1], StartsWith("own widths, 2 threads: From the smallest batch size measured (1) on"));
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

TEST(Advice, SpeaksOfOneFoldedArmForEachKindOfKernels) {
    BenchReport report = reportOn({1, 32}, costs(1e-4, 1e-4));
    addSeries(report.results, "folded:agenda", {1, 32}, costs(1e-4, 1e-4));
    addSeries(report.results, "regular@off", {1, 32}, costs(0.0, 2e-3));
    addSeries(report.results, "folded:agenda@off", {1, 32}, costs(1e-4, 1e-4));
    const std::vector<std::string> advice = adviceOn(report);
    EXPECT_THAT(advice, Contains(HasSubstr("folded is faster than regular:")));
    EXPECT_THAT(advice, Contains(HasSubstr("folded:agenda@off is faster than regular@off:")));
    EXPECT_THAT(advice, Each(Not(HasSubstr("folded:agenda is faster"))));
}

TEST(Advice, RoundsFactorsByTheirRange) {
    EXPECT_NEAR(coarseFactor({6.37, 6.2, 6.55}), 6.5, 1e-9);
    EXPECT_NEAR(coarseFactor({15.2, 15.1, 15.3}), 15.0, 1e-9) << "5 % are wider";
    EXPECT_NEAR(coarseFactor({171.0, 170.0, 172.0}), 170.0, 1e-9);
    EXPECT_NEAR(coarseFactor({1.03, 1.02, 1.04}), 1.0, 1e-9);
    EXPECT_NEAR(coarseFactor({3.1, 1.1, 9.0}), 3.0, 1e-9) << "never to nothing";
}

} // namespace
} // namespace batchscope
