// SPDX-License-Identifier: GPL-3.0-or-later
//
// The phases of a run add up to its median, whatever its samples are, and what one phase takes longer is in that phase.
#include "core/trace/phase_seconds.h"

#include "core/base/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <random>
#include <vector>

namespace batchscope {
namespace {

PhaseSeconds sampled(double build, double compute, double readout = 0.0) {
    PhaseSeconds seconds;
    seconds.build = build;
    seconds.compute = compute;
    seconds.readout = readout;
    return seconds;
}

double medianOfTotals(const std::vector<PhaseSeconds>& samples) {
    std::vector<double> totals;
    std::transform(samples.begin(), samples.end(), std::back_inserter(totals),
                   [](const PhaseSeconds& sample) { return sample.total(); });
    return median(totals);
}

TEST(MedianPhases, AreTheMediansWhereTheseAddUp) {
    const PhaseSeconds phases = medianPhases(std::vector{sampled(1.0, 10.0), sampled(3.0, 30.0), sampled(2.0, 20.0)});
    EXPECT_DOUBLE_EQ(phases.build, 2.0);
    EXPECT_DOUBLE_EQ(phases.compute, 20.0);
    EXPECT_DOUBLE_EQ(phases.total(), 22.0);
    EXPECT_EQ(phases.backward, 0.0);
}

TEST(MedianPhases, AddUpWhateverTheSamplesAre) {
    std::mt19937 random(7);
    std::lognormal_distribution<double> skewed(0.0, 1.5);
    for (std::size_t count = 1; count <= 40; ++count) {
        std::vector<PhaseSeconds> samples;
        for (std::size_t index = 0; index < count; ++index) {
            samples.push_back(sampled(skewed(random), skewed(random), skewed(random)));
        }
        const PhaseSeconds phases = medianPhases(samples);
        EXPECT_NEAR(phases.total(), medianOfTotals(samples), 1e-12 * phases.total()) << count;
    }
}

TEST(MedianPhases, LeaveWhatHappenedOnceAsItIs) {
    std::vector<PhaseSeconds> samples = {sampled(1.0, 20.0), sampled(11.0, 10.0), sampled(1.0, 10.0)};
    for (PhaseSeconds& sample : samples) {
        sample.parse = 0.1;
    }
    const PhaseSeconds phases = medianPhases(samples);
    EXPECT_EQ(phases.parse, 0.1);
    EXPECT_DOUBLE_EQ(phases.total(), 21.1);
    EXPECT_DOUBLE_EQ(phases.compute / phases.build, 10.0);
}

TEST(MedianPhases, OfRarePhasesAreMeans) {
    const PhaseSeconds phases = medianPhases(std::vector{sampled(3.0, 0.0), sampled(0.0, 3.0), sampled(0.0, 0.0, 3.0)});
    EXPECT_DOUBLE_EQ(phases.total(), 3.0);
    EXPECT_DOUBLE_EQ(phases.build, 1.0);
    EXPECT_DOUBLE_EQ(phases.readout, 1.0);
}

TEST(MedianPhases, OfNothingAreNothing) {
    EXPECT_EQ(medianPhases({}).total(), 0.0);
    EXPECT_EQ(medianPhases(std::vector<PhaseSeconds>(3)).total(), 0.0);
}

TEST(MedianPhases, AnOpThatIsSlowedShowsInComputingOnly) {
    std::vector<PhaseSeconds> quick;
    std::vector<PhaseSeconds> slowed;
    for (const double noise : {0.98, 1.0, 1.03, 0.99, 1.01}) {
        quick.push_back(sampled(2e-3 * noise, 10e-3 * noise, 1e-3 * noise));
        slowed.push_back(quick.back());
        slowed.back().compute += 5e-3;
    }
    const PhaseSeconds before = medianPhases(quick);
    const PhaseSeconds after = medianPhases(slowed);
    EXPECT_NEAR(after.compute - before.compute, 5e-3, 1e-12);
    EXPECT_NEAR(after.build, before.build, 1e-12);
    EXPECT_NEAR(after.readout, before.readout, 1e-12);
}

} // namespace
} // namespace batchscope
