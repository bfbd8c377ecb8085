// SPDX-License-Identifier: GPL-3.0-or-later
//
// A figure that is shown must not flip: when samples may be trusted, what is made of them, and how they are taken.
#include "core/exec/machine.h"
#include "core/exec/speed_measurement.h"
#include "core/trace/speed_text.h"
#include "tests/support/child_process.h"
#include "tests/support/waiting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <functional>
#include <set>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

constexpr std::array<TimedArm, 4> kArms = {TimedArm::RegularOff, TimedArm::Regular, TimedArm::FoldedOff,
                                           TimedArm::Folded};

PhaseSeconds running(double seconds) {
    PhaseSeconds phases;
    phases.compute = seconds;
    phases.plan = 0.5 * seconds;
    return phases;
}

/// Of each arm as many samples as there are factors.
SpeedReport samplesOf(std::array<double, 4> medians, const std::vector<double>& factors) {
    SpeedReport report;
    report.load = {.processors = 4, .threads = 1};
    for (const TimedArm arm : kArms) {
        for (const double factor : factors) {
            report.samples[static_cast<std::size_t>(arm)].push_back(
                running(medians[static_cast<std::size_t>(arm)] * factor));
        }
    }
    return report;
}

constexpr std::array<double, 4> kMedians = {34e-3, 12e-3, 6e-3, 2e-3}; // regular@off, regular, folded@off, folded
const std::vector<double> kSteady = {1.0, 0.98, 1.02, 0.97, 1.03};

TEST(Speed, BatchingTimesEngineIsBothExactly) {
    const SpeedReport report = samplesOf(kMedians, kSteady);
    EXPECT_DOUBLE_EQ(report.batching()->value, 6.0) << "on the engine's kernels";
    EXPECT_DOUBLE_EQ(report.engine()->value, 34.0 / 12.0);
    EXPECT_DOUBLE_EQ(report.both()->value, report.batching()->value * report.engine()->value);
    EXPECT_DOUBLE_EQ(report.both()->value, report.batchingOff()->value * report.engineFolded()->value);
    EXPECT_DOUBLE_EQ(report.batchingWithConstruction()->value, 6.0) << "each arm pays for its own";
    EXPECT_LT(report.batching()->low, 6.0);
    EXPECT_GT(report.batching()->high, 6.0);
    EXPECT_DOUBLE_EQ(report.batching()->low, 6.0 * 0.97 / 1.03) << "of five, the least and the greatest";
}

TEST(Speed, WithoutEngineThereAreTwoArms) {
    SpeedReport report = samplesOf(kMedians, kSteady);
    report.samples[static_cast<std::size_t>(TimedArm::Regular)].clear();
    report.samples[static_cast<std::size_t>(TimedArm::Folded)].clear();
    EXPECT_FALSE(report.batching()) << "of an engine that has no samples";
    report.executor = ExecutorKind::LibTorch;
    EXPECT_DOUBLE_EQ(report.batching()->value, 34.0 / 6.0);
    EXPECT_DOUBLE_EQ(report.batchingOff()->value, 34.0 / 6.0);
    EXPECT_FALSE(report.hasEngine() || report.engine() || report.both() || report.engineFolded());
    EXPECT_EQ(verdictOf(report), SpeedVerdict::Steady);
    EXPECT_EQ(kernelsText(report), "LibTorch");
    EXPECT_EQ(splitText(report), "");
}

TEST(Speed, OtherValuesGiveNoFigure) {
    SpeedReport report = samplesOf(kMedians, kSteady);
    report.runsDiffer = true;
    EXPECT_FALSE(report.batching() || report.engine() || report.both() || report.batchingWithConstruction());
    EXPECT_EQ(reasonText(report), "the folded run computes something else than the regular one");
    EXPECT_EQ(noFigureText(report), "not stated");
    EXPECT_EQ(splitText(report), "");
}

TEST(Speed, SamplesThatDoNotAgreeGiveADoubtfulFigure) {
    EXPECT_EQ(verdictOf(samplesOf(kMedians, kSteady)), SpeedVerdict::Steady);
    EXPECT_EQ(verdictOf(samplesOf(kMedians, {1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 9.0})), SpeedVerdict::Steady)
        << "one hiccup";
    SpeedReport bimodal = samplesOf(kMedians, kSteady);
    auto& folded = bimodal.samples[static_cast<std::size_t>(TimedArm::Folded)];
    folded = {running(2e-3), running(5e-3), running(2e-3), running(5e-3), running(2e-3)};
    bimodal.verdict = verdictOf(bimodal);
    EXPECT_EQ(bimodal.verdict, SpeedVerdict::Varying);
    EXPECT_GT(bimodal.batching()->high, kMostRange * bimodal.batching()->low) << "the range tells how far";
    EXPECT_EQ(speedUpText(bimodal), factorText(*bimodal.batching()) + ", uneven");
    EXPECT_THAT(reasonText(bimodal), HasSubstr("the median of 5 runs is known only to within 1"));
}

TEST(Speed, SamplesOfTwoKindsAreInDoubtThoughTheirMedianIsKnown) {
    SpeedReport report = samplesOf(kMedians, kSteady);
    auto& folded = report.samples[static_cast<std::size_t>(TimedArm::Folded)];
    folded.clear();
    for (int sample = 0; sample < 200; ++sample) {
        folded.push_back(running(sample % 10 < 3 ? 5e-3 : 2e-3));
    }
    EXPECT_LT(spreadOf(folded), kMostSpread);
    report.verdict = verdictOf(report);
    EXPECT_EQ(report.verdict, SpeedVerdict::Varying);
    EXPECT_THAT(reasonText(report), HasSubstr("the interquartile range of an arm's"));
}

TEST(Speed, ABusyMachineIsToldHoweverTheSamplesAgree) {
    SpeedReport report = samplesOf(kMedians, kSteady);
    report.load = {.others = 1.0, .processors = 2, .threads = 2};
    report.verdict = verdictOf(report);
    EXPECT_EQ(report.verdict, SpeedVerdict::Busy);
    EXPECT_EQ(speedUpText(report), "6.0× (5.7–6.4), busy");
    EXPECT_EQ(reasonText(report), "the machine is busy (other processes use 1.0 of 2 processors)");
    report.load.threads = 1;
    EXPECT_EQ(verdictOf(report), SpeedVerdict::Steady) << "each has a processor of its own";
    report.load = {.waiting = 0.4, .processors = 2, .threads = 1};
    report.verdict = verdictOf(report);
    EXPECT_EQ(report.verdict, SpeedVerdict::Busy);
    EXPECT_THAT(reasonText(report), HasSubstr("40% of the time was spent waiting for a processor"));
}

/// An arm that takes no time but says so, and remembers that it ran.
struct Arms {
    std::vector<TimedArm> ran;
    std::function<double(std::size_t run)> seconds = [](std::size_t) { return 1e-3; };

    TimedRun timed() {
        return [this](TimedArm arm) -> Result<PhaseSeconds> {
            ran.push_back(arm);
            return running(seconds(ran.size()));
        };
    }
};

const TimedArms kAll = {ExecutorKind::Engine, {kArms.begin(), kArms.end()}};
constexpr MeasureLimits kQuick = {.mostRounds = 7, .trySeconds = 60.0, .retrySeconds = 0.0};

TEST(SpeedMeasurement, RunsAllArmsInTurnInRandomOrder) {
    Arms arms;
    const SpeedReport report = *measureSpeed(kAll, arms.timed(), 1, {}, kQuick);
    ASSERT_EQ(arms.ran.size(), 4U * 8U) << "a warm-up and seven rounds";
    EXPECT_EQ(report.runs(), 7U);
    std::set<std::vector<TimedArm>> orders;
    for (auto round = arms.ran.begin(); round != arms.ran.end(); round += 4) {
        std::vector<TimedArm> order(round, round + 4);
        orders.insert(order);
        std::sort(order.begin(), order.end());
        EXPECT_TRUE(std::equal(order.begin(), order.end(), kArms.begin()));
    }
    EXPECT_GT(orders.size(), 2U);
}

TEST(SpeedMeasurement, TakesFiveRoundsHoweverLongTheyTake) {
    Arms arms;
    const MeasureLimits limits{.trySeconds = 0.0, .retrySeconds = 0.0};
    EXPECT_EQ(measureSpeed(kAll, arms.timed(), 1, {}, limits)->runs(), 5U);
}

TEST(SpeedMeasurement, TriesAgainUntilTheSamplesAgree) {
    const std::size_t firstTry = 4 + 4 * 7; // with the warm-up
    MeasureLimits patient = kQuick;
    patient.retrySeconds = 60.0; // it ends as soon as they agree
    std::size_t runs = 0;
    constexpr std::size_t kAttempts = 50; // what another program disturbs, if only for a millisecond, is thrown away
    for (std::size_t attempt = 0; attempt < kAttempts && runs <= 7; ++attempt) {
        Arms arms;
        arms.seconds = [&](std::size_t run) { return run <= firstTry && run / 4 % 2 == 0 ? 5e-3 : 1e-3; };
        const SpeedReport report = *measureSpeed(kAll, arms.timed(), 0, {}, patient);
        EXPECT_GE(arms.ran.size(), firstTry + 4 * 7);
        EXPECT_NE(report.verdict, SpeedVerdict::Varying);
        runs = report.runs();
    }
    EXPECT_GT(runs, 7U) << "the samples of the first try count, too";
}

TEST(SpeedMeasurement, GivesUpInTime) {
    Arms arms;
    arms.seconds = [](std::size_t run) { return run / 4 % 2 == 0 ? 5e-3 : 1e-3; };
    const SpeedReport report = *measureSpeed(kAll, arms.timed(), 1, {}, kQuick);
    EXPECT_EQ(arms.ran.size(), 4U * 8U) << "no time for a second try";
    EXPECT_NE(report.verdict, SpeedVerdict::Steady);
}

TEST(SpeedMeasurement, TakesFewSamplesOfWhatTakesLong) {
    const TimedRun slow = [](TimedArm) -> Result<PhaseSeconds> {
        const auto end = std::chrono::steady_clock::now() + std::chrono::microseconds(100);
        while (std::chrono::steady_clock::now() < end) {
        }
        return running(1e-4);
    };
    const MeasureLimits limits{.mostSeconds = 1e-3}; // less than five rounds of four arms take
    const SpeedReport report = *measureSpeed(kAll, slow, 1, {}, limits);
    EXPECT_NE(report.verdict, SpeedVerdict::Steady);
    EXPECT_GE(report.runs(), 1U);
    EXPECT_LT(report.runs(), 5U);
    EXPECT_TRUE(report.batching());

    std::size_t begun = 0;
    const TimedRun counted = [&](TimedArm) -> Result<PhaseSeconds> {
        ++begun;
        return running(1e-3);
    };
    const SpeedReport once = *measureSpeed(kAll, counted, 1, {}, {.mostSeconds = 1e-9});
    EXPECT_EQ(begun, 4U) << "a second round would take too long";
    EXPECT_EQ(once.runs(), 1U);
    EXPECT_TRUE(once.batching());
}

TEST(SpeedMeasurement, StopsBetweenRuns) {
    Arms arms;
    std::stop_source source;
    arms.seconds = [&source](std::size_t run) {
        if (run == 6) {
            source.request_stop();
        }
        return 1e-3;
    };
    const auto report = measureSpeed(kAll, arms.timed(), 1, RunControl(source.get_token(), nullptr), kQuick);
    ASSERT_FALSE(report.hasValue());
    EXPECT_EQ(report.error().code, ErrorCode::Cancelled);
    EXPECT_EQ(arms.ran.size(), 6U);
}

TEST(LoadProbe, SeesAnotherProcess) {
    const LoadProbe probe(1);
    const pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
        alarm(120); // should this process end before it kills it
        for (volatile bool isBusy = true; isBusy;) {
        }
    }
    const bool isBusy = testing::waitFor([child] { return testing::processorSecondsOf(child) >= 0.2; });
    const MachineLoad load = probe.load();
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_TRUE(isBusy);
    EXPECT_GE(load.processors, 1);
    EXPECT_EQ(load.threads, 1);
    EXPECT_GT(load.others, 0.05);
}

} // namespace
} // namespace batchscope
