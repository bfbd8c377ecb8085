// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_series.h"

#include "core/base/random.h"
#include "core/base/statistics.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace batchscope {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;

using Samples = std::vector<double>;
using Batches = std::vector<std::uint32_t>;

TEST(SampleSpread, TakesNothingOutOfASingleMiniBatch) {
    const Samples samples = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0};
    const SampleSpread spread = sampleSpread(samples, Batches(6, 0));
    EXPECT_FALSE(spread.overBatches.has_value());
    EXPECT_DOUBLE_EQ(*spread.overRepeats, interQuartileRange(samples));
    EXPECT_DOUBLE_EQ(spread.variation, coefficientOfVariation(samples));
}

TEST(SampleSpread, TellsTreesFromRepeats) {
    // Mini-batches of 1, 2 and 3 s; repeats agree to the last digit.
    const SampleSpread spread = sampleSpread(Samples{1.0, 2.0, 3.0, 3.0, 2.0, 1.0}, Batches{0, 1, 2, 2, 1, 0});
    EXPECT_DOUBLE_EQ(*spread.overBatches, 1.0);
    EXPECT_DOUBLE_EQ(*spread.overRepeats, 0.0);
    EXPECT_DOUBLE_EQ(spread.variation, 0.0);
    EXPECT_EQ(sampleVerdict(spread, {}), SpeedVerdict::Steady);
}

TEST(SampleSpread, KnowsNothingOfRepeatsWithoutThem) {
    const SampleSpread spread = sampleSpread(Samples{1.0, 2.0, 3.0}, Batches{2, 0, 1});
    EXPECT_DOUBLE_EQ(*spread.overBatches, 1.0);
    EXPECT_FALSE(spread.overRepeats.has_value());
    EXPECT_EQ(spread.variation, 0.0);
    EXPECT_FALSE(sampleSpread(Samples{1.0}, Batches{0}).overRepeats.has_value());
    EXPECT_FALSE(sampleSpread({}, {}).overBatches.has_value());
}

TEST(SampleSpread, IsNotMadeSmallerByTheMiniBatchesThatWereTakenOut) {
    Random random(4);
    const auto noise = [&] { return 1.0 + 0.1 * (random.uniform() - 0.5); };
    double plain = 0.0;
    double aligned = 0.0;
    for (int trial = 0; trial < 400; ++trial) {
        Samples samples;
        Samples scaled;
        Batches batches;
        for (std::uint32_t index = 0; index < 10; ++index) {
            batches.push_back(index % 5);
            samples.push_back(noise());
            scaled.push_back(samples.back() * (1.0 + index % 5));
        }
        plain += coefficientOfVariation(samples);
        aligned += sampleSpread(scaled, batches).variation;
    }
    EXPECT_NEAR(aligned / plain, 1.0, 0.08) << "0.74 with the degrees of freedom forgotten";
}

TEST(SampleSpread, AlignsByReferencesOfTheSameMiniBatch) {
    EXPECT_THAT(alignedSamples(Samples{4.0, 10.0}, Batches{7, 3}, Samples{1.0, 3.0, 10.0}, Batches{7, 7, 3}),
                ElementsAre(DoubleEq(12.0), DoubleEq(6.0)))
        << "medians 2 and 10, in the middle 6";
}

TEST(SampleSpread, NamesTheReasonThatCanBeHelpedFirst) {
    SampleSpread varying;
    varying.variation = 1.1 * kMostVariation;
    EXPECT_EQ(sampleVerdict(varying, {}), SpeedVerdict::Varying);
    const MachineLoad busy = {.waiting = 0.0, .others = 2.0, .processors = 2, .threads = 1};
    EXPECT_EQ(sampleVerdict(varying, busy), SpeedVerdict::Busy);
    EXPECT_EQ(sampleVerdict({}, busy), SpeedVerdict::Busy);
    EXPECT_EQ(sampleVerdict({}, {.waiting = 0.2, .others = 0.0, .processors = 2, .threads = 1}), SpeedVerdict::Busy);
    EXPECT_EQ(sampleVerdict({}, {.waiting = 0.1, .others = 1.0, .processors = 2, .threads = 1}), SpeedVerdict::Steady);
}

} // namespace
} // namespace batchscope
