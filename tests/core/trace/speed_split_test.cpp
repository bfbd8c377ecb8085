// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace batchscope {
namespace {

using ::testing::HasSubstr;

/// Within 1 % either way.
MedianTime known(double seconds) {
    return {seconds, {0.99 * seconds, 1.01 * seconds}};
}

/// Batching is 6 on the engine and 5 on LibTorch.
ArmTimes fourTimes() {
    return {known(36e-3), known(12e-3), known(7.2e-3), known(2e-3)}; // regular@off, regular, folded@off, folded
}

SpeedReport steadyReport() {
    SpeedReport report;
    report.load = {.processors = 4, .threads = 1};
    const ArmTimes times = fourTimes();
    for (std::size_t arm = 0; arm < kTimedArmCount; ++arm) {
        for (const double factor : {1.0, 0.98, 1.02, 0.99, 1.01}) {
            PhaseSeconds sample;
            sample.compute = times[arm]->seconds * factor;
            sample.build = 1.0; // not part of running
            report.samples[arm].push_back(sample);
        }
    }
    return report;
}

TEST(SpeedSplit, GoesDownEitherWayToTheSameProduct) {
    const SpeedSplit split = splitOf(fourTimes());
    ASSERT_EQ(split.ways.size(), 2U);
    EXPECT_DOUBLE_EQ(split.both.value, 18.0);
    EXPECT_NEAR(split.both.low, 18.0 * 0.99 / 1.01, 1e-12);
    EXPECT_NEAR(split.both.high, 18.0 * 1.01 / 0.99, 1e-12);
    const auto& first = split.ways[0].steps;
    const auto& second = split.ways[1].steps;
    EXPECT_EQ(split.ways[0].name, kEngineFirst);
    EXPECT_EQ(first[0].name, kRegularOnLibTorch);
    EXPECT_EQ(first[1].name, kRegularOnEngine);
    EXPECT_EQ(first[2].name, kFoldedOnEngine);
    EXPECT_EQ(second[1].name, kFoldedOnLibTorch);
    EXPECT_FALSE(first[0].factor || second[0].factor);
    EXPECT_EQ(first[1].factor->part, SpeedPart::Engine);
    EXPECT_DOUBLE_EQ(first[1].factor->ratio.value, 3.0);
    EXPECT_EQ(first[2].factor->part, SpeedPart::Batching);
    EXPECT_DOUBLE_EQ(first[2].factor->ratio.value, 6.0);
    EXPECT_EQ(second[1].factor->part, SpeedPart::Batching);
    EXPECT_DOUBLE_EQ(second[1].factor->ratio.value, 5.0);
    EXPECT_EQ(second[2].factor->part, SpeedPart::Engine);
    for (const SplitWay& way : split.ways) {
        EXPECT_DOUBLE_EQ(way.steps[1].factor->ratio.value * way.steps[2].factor->ratio.value, split.both.value);
    }
    EXPECT_EQ(split.text, "batching 6.0× × engine 3.0× = 18.0× overall");
}

TEST(SpeedSplit, WithoutFoldedOnLibTorchThereIsOneWay) {
    ArmTimes times = fourTimes();
    times[static_cast<std::size_t>(TimedArm::FoldedOff)].reset();
    EXPECT_EQ(splitOf(times).ways.size(), 1U);
    EXPECT_TRUE(splitOf(times).emptyReason.empty());
}

TEST(SpeedSplit, OfARunHasItsFactors) {
    const SpeedReport report = steadyReport();
    const SpeedSplit split = splitOf(report, {});
    ASSERT_FALSE(split.isEmpty());
    const auto expectSame = [](const SpeedRatio& left, const SpeedRatio& right) {
        EXPECT_DOUBLE_EQ(left.value, right.value);
        EXPECT_DOUBLE_EQ(left.low, right.low);
        EXPECT_DOUBLE_EQ(left.high, right.high);
    };
    expectSame(split.both, *report.both());
    expectSame(split.ways[0].steps[1].factor->ratio, *report.engine());
    expectSame(split.ways[0].steps[2].factor->ratio, *report.batching());
    expectSame(split.ways[1].steps[1].factor->ratio, *report.batchingOff());
    expectSame(split.ways[1].steps[2].factor->ratio, *report.engineFolded());
    EXPECT_THAT(split.caption, HasSubstr("5 interleaved runs"));
}

TEST(MedianTime, NeedsSamplesThatAreTimes) {
    EXPECT_FALSE(medianTimeOf({}));
    EXPECT_FALSE(medianTimeOf(std::vector{0.0, 1.0, 2.0}));
    const MedianTime time = *medianTimeOf(std::vector{1.0, 3.0, 2.0});
    EXPECT_EQ(time.seconds, 2.0);
    EXPECT_EQ(time.range.low, 1.0);
    EXPECT_EQ(time.range.high, 3.0);
}

} // namespace
} // namespace batchscope
