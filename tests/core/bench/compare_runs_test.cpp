// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/compare_runs.h"

#include "core/base/random.h"
#include "core/base/statistics.h"
#include "core/base/two_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace batchscope {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

using RunOfSeries = std::vector<TimedSeries>;

constexpr double kTolerance = 0.05;

BenchKey keyOf(std::size_t batch) {
    return {.model = "tree-lstm", .arm = "folded", .dim = 100, .batch = batch};
}

RunOfSeries oneSeries(std::vector<double> samples) {
    return {{keyOf(32), std::move(samples)}};
}

/// Steps of a program on a machine; all as logarithms.
struct SimulatedSteps {
    std::size_t series = 16;
    double scatter = 0.03;     ///< standard deviation of samples
    double fromRunToRun = 0.0; ///< of the level of a series
    std::size_t repeats = 10;
    double slowdown = 1.0;
    std::size_t slowSeries = 0; ///< the first so many
    std::size_t miniBatches = 1;
    double overBatches = 0.0; ///< how much mini-batches differ: the last takes so much more than the first
};

double normal(Random& random) {
    return std::sqrt(-2.0 * std::log(1.0 - random.uniform())) * std::cos(2.0 * std::numbers::pi * random.uniform());
}

RunOfSeries simulated(Random& random, const SimulatedSteps& steps) {
    RunOfSeries run;
    for (std::size_t index = 0; index < steps.series; ++index) {
        const double level =
            1e-3 * (index < steps.slowSeries ? steps.slowdown : 1.0) * std::exp(steps.fromRunToRun * normal(random));
        TimedSeries& series = run.emplace_back(TimedSeries{keyOf(index + 1), {}, {}});
        for (std::size_t repeat = 0; repeat < steps.repeats; ++repeat) {
            const std::size_t batch = repeat % steps.miniBatches;
            const double size = steps.overBatches * static_cast<double>(batch) / static_cast<double>(steps.miniBatches);
            series.samples.push_back(level * std::exp(size + steps.scatter * normal(random)));
            series.miniBatches.push_back(static_cast<std::uint32_t>(batch));
        }
    }
    return run;
}

SimulatedSteps slowerBy(double slowdown, std::size_t slowSeries, SimulatedSteps steps) {
    steps.slowdown = slowdown;
    steps.slowSeries = slowSeries;
    return steps;
}

/// How many of `pairs` comparisons find a slower series.
std::size_t slowerRuns(const SimulatedSteps& before, const SimulatedSteps& after, std::size_t pairs) {
    Random random(5);
    std::size_t slower = 0;
    for (std::size_t pair = 0; pair < pairs; ++pair) {
        const RunOfSeries old = simulated(random, before);
        slower += compareRuns(old, simulated(random, after), kTolerance)->isSlower() ? 1 : 0;
    }
    return slower;
}

SeriesVerdict verdictOn(const RunOfSeries& before, const RunOfSeries& after) {
    return compareRuns(before, after, kTolerance)->series.front().verdict;
}

/// Samples that are all different: first, first + step, first + 2 · step, …
std::vector<double> stepsFrom(double first, std::size_t count, double step = 0.001) {
    std::vector<double> samples;
    for (std::size_t index = 0; index < count; ++index) {
        samples.push_back(first + step * static_cast<double>(index));
    }
    return samples;
}

std::string errorOf(const RunOfSeries& before, const RunOfSeries& after, double tolerance = kTolerance) {
    const Result<RunComparison> compared = compareRuns(before, after, tolerance);
    if (compared) {
        return {};
    }
    EXPECT_EQ(compared.error().code, ErrorCode::Config);
    return compared.error().message;
}

TEST(CompareRuns, EqualProgramsPass) {
    EXPECT_LE(slowerRuns({}, {}, 1000), 3U); // expected: 0.6
    const SimulatedSteps varying{.fromRunToRun = 0.005};
    EXPECT_LE(slowerRuns(varying, varying, 1000), 8U); // expected: 2.3
}

TEST(CompareRuns, TenPercentAreCaught) {
    const SimulatedSteps one{.series = 1};
    EXPECT_GT(slowerRuns(one, slowerBy(1.1, 1, one), 1000), 990U); // expected: 999
    EXPECT_GT(slowerRuns({}, slowerBy(1.1, 1, {}), 300), 280U);    // expected: 294
    const SimulatedSteps varying{.fromRunToRun = 0.01};
    EXPECT_GT(slowerRuns(varying, slowerBy(1.1, 4, varying), 200), 198U);
}

/// As bench draws them unless asked otherwise, with a spread that would hide what is looked for.
constexpr SimulatedSteps kOnMiniBatches = {.miniBatches = 5, .overBatches = 0.6};

TEST(CompareRuns, MiniBatchesOfOtherSizesHideNoDifference) {
    EXPECT_GT(slowerRuns(kOnMiniBatches, slowerBy(1.1, 1, kOnMiniBatches), 300), 270U);
    EXPECT_LE(slowerRuns(kOnMiniBatches, kOnMiniBatches, 1000), 3U);
    Random random(7);
    RunOfSeries before = simulated(random, kOnMiniBatches);
    const RunOfSeries after = simulated(random, slowerBy(1.1, 16, kOnMiniBatches));
    EXPECT_EQ(compareRuns(before, after, kTolerance)->series.front().miniBatches, 5U);
    for (TimedSeries& series : before) {
        series.miniBatches.clear();
    }
    const RunComparison unaware = *compareRuns(before, after, kTolerance);
    EXPECT_EQ(unaware.series.front().miniBatches, 1U);
    EXPECT_LT(unaware.count(SeriesVerdict::Slower), 4U) << "without the numbers of the mini-batches";
}

TEST(CompareRuns, TheTestAloneErrsInOneOfAHundredRunsWhateverTheirSeries) {
    Random random(6);
    std::size_t rejected = 0;
    for (std::size_t pair = 0; pair < 1000; ++pair) {
        const RunOfSeries old = simulated(random, {});
        const RunComparison compared = *compareRuns(old, simulated(random, {}), 0.0);
        rejected += std::any_of(compared.series.begin(), compared.series.end(),
                                [](const ComparedSeries& series) { return series.adjustedPValue <= 0.01; });
    }
    EXPECT_LE(rejected, 19U); // 10 expected at most, three deviations more; 150 without Holm
    EXPECT_GE(rejected, 1U);
}

TEST(CompareRuns, GivesTheFiguresOfASeries) {
    const std::vector<double> old = stepsFrom(1.0, 10);
    const std::vector<double> now = stepsFrom(1.2, 12);
    const RunComparison compared = *compareRuns(oneSeries(old), oneSeries(now), kTolerance);
    ASSERT_EQ(compared.series.size(), 1U);
    const ComparedSeries& series = compared.series[0];
    EXPECT_EQ(series.key, keyOf(32));
    EXPECT_EQ(series.oldCount, 10U);
    EXPECT_EQ(series.newCount, 12U);
    EXPECT_EQ(series.oldMedian, median(old));
    EXPECT_EQ(series.newMedian, median(now));
    EXPECT_EQ(series.ratio, medianRatio(now, old));
    EXPECT_EQ(series.superiority, 1.0);
    EXPECT_NEAR(series.pValue, 2.0 / 646646.0, 1e-12); // 22 choose 10
    EXPECT_EQ(series.adjustedPValue, series.pValue);
    EXPECT_EQ(series.verdict, SeriesVerdict::Slower);
    EXPECT_TRUE(compared.isSlower());
    EXPECT_TRUE(compared.isTested());
    EXPECT_EQ(compared.tolerance, kTolerance);
}

TEST(CompareRuns, SwappedRunsHaveSwappedVerdicts) {
    const RunOfSeries usual = oneSeries(stepsFrom(1.0, 10));
    const RunOfSeries slow = oneSeries(stepsFrom(1.1, 10));
    EXPECT_EQ(verdictOn(usual, slow), SeriesVerdict::Slower);
    EXPECT_EQ(verdictOn(slow, usual), SeriesVerdict::Faster);
    EXPECT_FALSE(compareRuns(slow, usual, kTolerance)->isSlower());
    EXPECT_EQ(verdictOn(usual, usual), SeriesVerdict::Same);
    EXPECT_EQ(verdictOn(usual, oneSeries(stepsFrom(1.045, 10))), SeriesVerdict::Same);
    EXPECT_EQ(compareRuns(usual, slow, 0.2)->series[0].verdict, SeriesVerdict::Same);
    EXPECT_EQ(compareRuns(slow, usual, 0.2)->series[0].verdict, SeriesVerdict::Same);
}

TEST(CompareRuns, AnotherSpeedOfTheMachineIsNoVerdictOnTheProgram) {
    const auto runAt = [](double seconds, double yardstick) {
        RunOfSeries run = oneSeries(stepsFrom(seconds, 10));
        run.front().yardstickSeconds = yardstick;
        return run;
    };
    const RunOfSeries usual = runAt(1.0, 1e-4);
    EXPECT_EQ(verdictOn(usual, runAt(1.2, 1.15e-4)), SeriesVerdict::OtherSpeed);
    EXPECT_EQ(verdictOn(runAt(1.2, 1.15e-4), usual), SeriesVerdict::OtherSpeed);
    EXPECT_EQ(verdictOn(usual, runAt(1.10, 1.02e-4)), SeriesVerdict::Slower) << "the machine is the same";
    EXPECT_EQ(verdictOn(usual, runAt(1.10, 0.8e-4)), SeriesVerdict::Slower) << "a faster machine explains nothing";
    EXPECT_EQ(verdictOn(usual, runAt(1.5, 1.15e-4)), SeriesVerdict::Slower) << "more than the machine explains";
    EXPECT_EQ(verdictOn(usual, oneSeries(stepsFrom(1.2, 10))), SeriesVerdict::Slower)
        << "of the new one nothing is known";
    const RunComparison compared = *compareRuns(usual, runAt(1.2, 1.15e-4), kTolerance);
    EXPECT_DOUBLE_EQ(compared.series.front().machineRatio, 1.15);
    EXPECT_FALSE(compared.isSlower());
    EXPECT_THAT(linesOn(compared), ::testing::Contains(::testing::HasSubstr("another speed")));
}

TEST(CompareRuns, ABusyMachineProvesNothing) {
    const RunOfSeries usual = oneSeries(stepsFrom(1.0, 10));
    RunOfSeries busy = oneSeries(stepsFrom(1.5, 10));
    EXPECT_EQ(verdictOn(usual, busy), SeriesVerdict::Slower);
    busy.front().isBusy = true;
    EXPECT_EQ(verdictOn(usual, busy), SeriesVerdict::Unsteady);
    EXPECT_EQ(verdictOn(busy, usual), SeriesVerdict::Unsteady);
    EXPECT_EQ(verdictOn(busy, busy), SeriesVerdict::Same);
    busy.front().samples = stepsFrom(3.0, 10);
    EXPECT_EQ(verdictOn(usual, busy), SeriesVerdict::Slower) << "more than others can take away";
}

TEST(CompareRuns, LoadDuringMostOfARunIsNotASlowerProgram) {
    const std::vector<double> usual = stepsFrom(1.0, 10);
    std::vector<double> loaded = stepsFrom(1.004, 2);
    const std::vector<double> delayed = stepsFrom(1.3, 8);
    loaded.insert(loaded.end(), delayed.begin(), delayed.end());
    const RunComparison compared = *compareRuns(oneSeries(usual), oneSeries(loaded), kTolerance);
    EXPECT_LE(compared.series[0].adjustedPValue, 0.01);
    EXPECT_GT(compared.series[0].ratio, 1.25);
    EXPECT_EQ(compared.series[0].verdict, SeriesVerdict::Unsteady);
    EXPECT_FALSE(compared.isSlower());
    EXPECT_EQ(verdictOn(oneSeries(loaded), oneSeries(usual)), SeriesVerdict::Unsteady);
    // A program that is slower besides has no step as fast as before.
    std::transform(loaded.begin(), loaded.end(), loaded.begin(), [](double sample) { return 1.1 * sample; });
    EXPECT_EQ(verdictOn(oneSeries(usual), oneSeries(loaded)), SeriesVerdict::Slower);
}

TEST(CompareRuns, CorrectsForTheNumberOfSeriesByHolm) {
    // Of 100 pairs, the new sample is greater in 23, 0 and 12.
    const std::vector<double> references = stepsFrom(1.0, 10, 1.0);
    const auto samplesPassing = [](std::vector<int> passed) {
        std::vector<double> samples;
        for (const int count : passed) {
            samples.push_back(0.5 + count + 0.001 * static_cast<double>(samples.size()));
        }
        return samples;
    };
    const RunOfSeries old = {{keyOf(1), references}, {keyOf(2), references}, {keyOf(3), references}};
    const RunOfSeries now = {{keyOf(1), samplesPassing({0, 0, 0, 0, 0, 0, 0, 3, 10, 10})},
                             {keyOf(2), samplesPassing({0, 0, 0, 0, 0, 0, 0, 0, 0, 0})},
                             {keyOf(3), samplesPassing({0, 0, 0, 0, 0, 0, 0, 0, 2, 10})}};
    const RunComparison compared = *compareRuns(old, now, kTolerance);
    const double least = 2.0 / 184756.0; // 20 choose 10
    EXPECT_NEAR(compared.series[1].pValue, least, 1e-12);
    EXPECT_NEAR(compared.series[1].adjustedPValue, 3.0 * least, 1e-12);
    EXPECT_NEAR(compared.series[2].adjustedPValue, 2.0 * compared.series[2].pValue, 1e-12);
    EXPECT_NEAR(compared.series[0].pValue, 0.04325705254497824, 1e-12); // U = 23
    EXPECT_EQ(compared.series[0].adjustedPValue, compared.series[0].pValue);
    EXPECT_EQ(compared.series[0].verdict, SeriesVerdict::Same);
    EXPECT_EQ(compared.series[1].verdict, SeriesVerdict::Faster);
}

TEST(CompareRuns, SaysWhereSamplesAreTooFew) {
    // Four against four cannot go below 1 in 35; five against five reach 1 in 126, enough for one series alone.
    const RunOfSeries four = oneSeries(stepsFrom(1.0, 4));
    const RunComparison untested = *compareRuns(four, oneSeries(stepsFrom(2.0, 4)), kTolerance);
    EXPECT_EQ(untested.series[0].verdict, SeriesVerdict::TooFewSamples);
    EXPECT_NEAR(untested.series[0].ratio, 2.0, 0.01); // shown all the same
    EXPECT_EQ(untested.series[0].adjustedPValue, 1.0);
    EXPECT_FALSE(untested.isTested());
    EXPECT_FALSE(untested.isSlower());
    EXPECT_EQ(untested.repeatsNeeded, 5U);
    EXPECT_EQ(verdictOn(four, oneSeries(stepsFrom(2.0, 1000))), SeriesVerdict::TooFewSamples);
    EXPECT_EQ(verdictOn(oneSeries(stepsFrom(1.0, 5)), oneSeries(stepsFrom(2.0, 5))), SeriesVerdict::Slower);

    const RunOfSeries two = {{keyOf(1), stepsFrom(1.0, 5)}, {keyOf(2), stepsFrom(1.0, 5)}};
    const RunComparison both = *compareRuns(two, two, kTolerance);
    EXPECT_EQ(both.count(SeriesVerdict::TooFewSamples), 2U);
    EXPECT_EQ(both.repeatsNeeded, 6U);

    // A series that cannot be tested does not weaken the test of the others.
    const RunOfSeries mixed = {{keyOf(1), stepsFrom(1.0, 5)}, {keyOf(2), stepsFrom(1.0, 10)}};
    const RunComparison one = *compareRuns(mixed, mixed, kTolerance);
    EXPECT_EQ(one.series[0].verdict, SeriesVerdict::TooFewSamples);
    EXPECT_EQ(one.series[1].verdict, SeriesVerdict::Same);
    EXPECT_TRUE(one.isTested());
}

TEST(CompareRuns, AsManyRepeatsAsItNamesAreEnough) {
    Random random(8);
    for (const std::size_t series : {1U, 2U, 4U, 5U, 17U, 18U, 64U, 100U}) {
        const SimulatedSteps none{.series = series, .repeats = 3};
        const RunOfSeries few = simulated(random, none);
        const std::size_t needed = compareRuns(few, few, kTolerance)->repeatsNeeded;
        for (const std::size_t repeats : {needed - 1, needed}) {
            const SimulatedSteps steps{.series = series, .repeats = repeats};
            const RunComparison compared =
                *compareRuns(simulated(random, steps), simulated(random, slowerBy(2.0, series, steps)), kTolerance);
            EXPECT_EQ(compared.count(repeats < needed ? SeriesVerdict::TooFewSamples : SeriesVerdict::Slower), series)
                << repeats;
        }
    }
}

TEST(CompareRuns, ListsWhatOnlyOneOfTheRunsHas) {
    const auto series = [](BenchKey key) { return TimedSeries{std::move(key), stepsFrom(1.0, 10)}; };
    BenchKey others[] = {keyOf(32), keyOf(32), keyOf(32), keyOf(32), keyOf(32), keyOf(32)};
    others[0].arm = "regular";
    others[1].model = "mlp";
    others[2].dim = 0;
    others[3].batch = 8;
    others[4].threads = 2;
    others[5].work = Work::Training;
    RunOfSeries old = {series(keyOf(32))};
    for (const BenchKey& other : others) {
        old.push_back(series(other));
    }
    const RunOfSeries now = {series(keyOf(7)), series(keyOf(32)), series(keyOf(6)), series(others[4])};
    const RunComparison compared = *compareRuns(old, now, kTolerance);
    ASSERT_EQ(compared.series.size(), 2U);
    EXPECT_EQ(compared.series[0].key, keyOf(32));
    EXPECT_EQ(compared.series[1].key, others[4]);
    EXPECT_THAT(compared.onlyOld, ElementsAre(others[0], others[1], others[2], others[3], others[5]));
    EXPECT_THAT(compared.onlyNew, ElementsAre(keyOf(7), keyOf(6)));
}

TEST(CompareRuns, RefusesRunsThatSayNothing) {
    const RunOfSeries good = oneSeries(stepsFrom(1.0, 10));
    const RunOfSeries twice = {good[0], good[0]};
    EXPECT_THAT(errorOf(twice, good), HasSubstr("the old run has two results"));
    EXPECT_THAT(errorOf(good, twice), HasSubstr("the new run has two results"));
    EXPECT_THAT(errorOf({}, good), HasSubstr("the old run has no results"));
    EXPECT_THAT(errorOf(good, {}), HasSubstr("the new run has no results"));
    EXPECT_THAT(errorOf(good, oneSeries({})), HasSubstr("the new run has no samples"));
    BenchKey training = keyOf(32);
    training.work = Work::Training;
    EXPECT_THAT(errorOf(good, {{training, stepsFrom(1.0, 10)}}), HasSubstr("no series in common"));
    EXPECT_THAT(errorOf(oneSeries({1.0, 2.0, -1.0}), good), HasSubstr("the old run: samples[2]"));
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    for (const double bad : {0.0, kInfinite, std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_THAT(errorOf(good, oneSeries({bad})), HasSubstr("the new run: samples[0] of")) << bad;
    }
    EXPECT_THAT(errorOf(good, good, -0.05), HasSubstr("is -5%; expected 0% or more"));
    EXPECT_THAT(errorOf(good, good, kInfinite), HasSubstr("expected 0% or more"));
    EXPECT_THAT(errorOf(good, good, 0.0), IsEmpty());
}

} // namespace
} // namespace batchscope
