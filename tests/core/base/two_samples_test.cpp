// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/two_samples.h"

#include "core/base/random.h"
#include "core/base/statistics.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

namespace batchscope {
namespace {

using Samples = std::vector<double>;

/// Its definition, pair by pair.
double uOf(const Samples& samples, const Samples& references) {
    double u = 0.0;
    for (const double sample : samples) {
        for (const double reference : references) {
            u += sample > reference ? 1.0 : sample == reference ? 0.5 : 0.0;
        }
    }
    return u;
}

/// From all ways to share out the values, one by one.
double enumeratedPValue(const Samples& samples, const Samples& references) {
    Samples all = samples;
    all.insert(all.end(), references.begin(), references.end());
    const double mean = static_cast<double>(samples.size() * references.size()) / 2.0;
    const double own = std::abs(uOf(samples, references) - mean);
    std::size_t ways = 0;
    std::size_t asFar = 0;
    for (std::uint32_t chosen = 0; chosen < 1U << all.size(); ++chosen) {
        if (std::popcount(chosen) != static_cast<int>(samples.size())) {
            continue;
        }
        Samples first;
        Samples second;
        for (std::size_t index = 0; index < all.size(); ++index) {
            ((chosen >> index & 1U) != 0 ? first : second).push_back(all[index]);
        }
        ++ways;
        asFar += std::abs(uOf(first, second) - mean) >= own ? 1 : 0;
    }
    return static_cast<double>(asFar) / static_cast<double>(ways);
}

/// With ties if `distinct` is small.
Samples randomSamples(Random& random, std::size_t count, std::size_t distinct) {
    Samples samples;
    for (std::size_t index = 0; index < count; ++index) {
        samples.push_back(1.0 + static_cast<double>(random.below(distinct)));
    }
    return samples;
}

Samples mapped(Samples samples, double (*map)(double)) {
    std::transform(samples.begin(), samples.end(), samples.begin(), map);
    return samples;
}

TEST(MannWhitney, IsExactForFewSamplesWithAndWithoutTies) {
    Random random(1);
    for (std::size_t round = 0; round < 120; ++round) {
        const std::size_t distinct = round % 3 == 0 ? 2 : round % 3 == 1 ? 5 : 1000;
        const Samples samples = randomSamples(random, 1 + random.below(6), distinct);
        const Samples references = randomSamples(random, 1 + random.below(6), distinct);
        const RankTest test = mannWhitney(samples, references);
        EXPECT_EQ(test.u, uOf(samples, references));
        EXPECT_NEAR(test.pValue, enumeratedPValue(samples, references), 1e-12);
    }
}

TEST(MannWhitney, IsExactForOneReference) {
    Samples samples(400);
    std::iota(samples.begin(), samples.end(), 2.0);
    EXPECT_NEAR(mannWhitney(samples, Samples{1.0}).pValue, 2.0 / 401.0, 1e-12);
    EXPECT_NEAR(mannWhitney(Samples{1.0}, samples).pValue, 2.0 / 401.0, 1e-12);
}

TEST(MannWhitney, CorrectsTheNormalApproximationForTies) {
    Samples samples(15, 1.0);
    samples.insert(samples.end(), 10, 2.0);
    Samples references(5, 1.0);
    references.insert(references.end(), 20, 2.0);
    const RankTest test = mannWhitney(samples, references);
    EXPECT_EQ(test.u, 10.0 * 5.0 + (15.0 * 5.0 + 10.0 * 20.0) / 2.0);
    // Groups of 20 and 30 equal ones: variance 625 / 12 · (51 - (20³ - 20 + 30³ - 30) / (50 · 49)), z = 124.5 / 43.741.
    EXPECT_NEAR(test.pValue, 0.00442295199887756, 1e-12);
    EXPECT_EQ(mannWhitney(Samples(30, 7.0), Samples(30, 7.0)).pValue, 1.0);
}

TEST(MannWhitney, KnowsNothingOfNothingAndOfEqualSamples) {
    for (const auto& [samples, references] :
         {std::pair<Samples, Samples>{{}, {}}, {{1.0}, {}}, {{}, {1.0}}, {{3.0, 3.0}, {3.0}}, {{1.0}, {2.0}}}) {
        EXPECT_EQ(mannWhitney(samples, references).pValue, 1.0);
    }
    EXPECT_EQ(mannWhitney(Samples{}, Samples{1.0}).superiority, 0.5);
    EXPECT_EQ(mannWhitney(Samples{3.0, 3.0}, Samples{3.0}).superiority, 0.5);
    EXPECT_EQ(mannWhitney(Samples{1.0}, Samples{2.0}).superiority, 0.0);
}

TEST(MannWhitney, IsSymmetricAndSeesOnlyTheOrder) {
    Random random(2);
    for (std::size_t round = 0; round < 60; ++round) {
        const std::size_t distinct = round % 2 == 0 ? 10 : 100'000;
        Samples samples = randomSamples(random, 1 + random.below(40), distinct);
        const Samples references = randomSamples(random, 1 + random.below(40), distinct);
        const RankTest test = mannWhitney(samples, references);
        const RankTest swapped = mannWhitney(references, samples);
        EXPECT_EQ(test.u + swapped.u, static_cast<double>(samples.size() * references.size()));
        EXPECT_NEAR(test.superiority + swapped.superiority, 1.0, 1e-12);
        EXPECT_NEAR(test.pValue, swapped.pValue, 1e-12);

        const auto logarithm = [](double value) { return std::log(value); };
        EXPECT_EQ(mannWhitney(mapped(samples, logarithm), mapped(references, logarithm)).pValue, test.pValue);
        const auto falling = [](double value) { return 1.0 / value; };
        const RankTest reversed = mannWhitney(mapped(samples, falling), mapped(references, falling));
        EXPECT_EQ(reversed.u, swapped.u);
        EXPECT_NEAR(reversed.pValue, test.pValue, 1e-12);

        random.shuffle(samples);
        EXPECT_EQ(mannWhitney(samples, references).pValue, test.pValue);
    }
}

// ---- aligned ranks ------------------------------------------------------------------------------------------------

TEST(AlignedRankTest, ComparesWithinBlocksOnly) {
    // The second block has greater values and more of the samples, which says nothing.
    const Samples samples = {1.0, 11.0, 12.0, 13.0, 14.0, 15.0};
    const Samples references = {1.0, 1.0, 1.0, 1.0, 1.0, 13.0};
    const std::vector<std::uint32_t> ofSamples = {0, 1, 1, 1, 1, 1};
    const std::vector<std::uint32_t> ofReferences = {0, 0, 0, 0, 0, 1};
    EXPECT_LT(mannWhitney(samples, references).pValue, 0.06);
    EXPECT_EQ(alignedRankTest({samples, ofSamples}, {references, ofReferences}).pValue, 1.0);
    EXPECT_EQ(alignedRankTest({samples, ofSamples}, {{}, {}}).pValue, 1.0) << "nothing is known";
}

TEST(AlignedRankTest, IsExactForFewSamples) {
    // Of 6 · 6 ways to share out two blocks of four values, one is this one and one the other way round.
    const Samples samples = {3.0, 4.0, 13.0, 14.0};
    const Samples references = {1.0, 2.0, 11.0, 12.0};
    const std::vector<std::uint32_t> blocks = {0, 0, 1, 1};
    EXPECT_DOUBLE_EQ(alignedRankTest({samples, blocks}, {references, blocks}).pValue, 2.0 / 36.0);
    EXPECT_DOUBLE_EQ(alignedRankTest({references, blocks}, {samples, blocks}).pValue, 2.0 / 36.0);
}

TEST(AlignedRankTest, RejectsEqualDistributionsAsRarelyAsItSaysThoughBlocksWereTakenOut) {
    constexpr std::size_t kTrials = 4000;
    std::vector<std::uint32_t> blocks(10);
    for (std::size_t index = 0; index < blocks.size(); ++index) {
        blocks[index] = static_cast<std::uint32_t>(index / 2);
    }
    Random random(11);
    std::size_t rejected = 0;
    std::size_t rejectedUnaware = 0;
    for (std::size_t trial = 0; trial < kTrials; ++trial) {
        Samples samples(10);
        Samples references(10);
        for (std::size_t block = 0; block < 5; ++block) {
            Samples of = {random.uniform(), random.uniform(), random.uniform(), random.uniform()};
            const double level = median(of);
            for (std::size_t index = 0; index < 2; ++index) {
                samples[2 * block + index] = of[index] - level;
                references[2 * block + index] = of[2 + index] - level;
            }
        }
        rejected += alignedRankTest({samples, blocks}, {references, blocks}).pValue <= 0.05 ? 1 : 0;
        rejectedUnaware += mannWhitney(samples, references).pValue <= 0.05 ? 1 : 0;
    }
    EXPECT_LE(rejected, kTrials / 20 + 42) << "three deviations above 5 %";
    EXPECT_GE(rejected, kTrials / 40);
    EXPECT_GT(rejectedUnaware, rejected + kTrials / 50) << "which is what the blocks are for";
}

TEST(MedianRatio, IsTheMedianOverAllPairs) {
    EXPECT_NEAR(medianRatio(Samples{3.0}, Samples{2.0}), 1.5, 1e-11);
    EXPECT_NEAR(medianRatio(Samples{2.0, 8.0}, Samples{1.0}), 4.0, 1e-11); // between the logarithms of 2 and 8
    EXPECT_NEAR(medianRatio(Samples{5.0, 5.0, 5.0}, Samples{5.0, 5.0}), 1.0, 1e-11);
    Random random(4);
    for (std::size_t round = 0; round < 60; ++round) {
        const std::size_t distinct = round % 2 == 0 ? 3 : 100'000;
        const Samples samples = randomSamples(random, 1 + random.below(30), distinct);
        const Samples references = randomSamples(random, 1 + random.below(30), distinct);
        Samples ratios;
        for (const double sample : samples) {
            for (const double reference : references) {
                ratios.push_back(std::log(sample / reference));
            }
        }
        const double ratio = medianRatio(samples, references);
        EXPECT_NEAR(std::log(ratio), median(ratios), 1e-11);
        EXPECT_NEAR(std::log(medianRatio(references, samples)), -std::log(ratio), 1e-11);
        const auto tripled = [](double value) { return 3.0 * value; };
        EXPECT_NEAR(medianRatio(mapped(samples, tripled), references) / ratio, 3.0, 1e-10);
    }
}

TEST(MedianRatio, TakesManySamplesAndAllMagnitudes) {
    Samples samples;
    Samples references;
    for (int index = 0; index < 100'000; ++index) { // ten billion pairs
        references.push_back(1.0 + 1e-6 * index);
        samples.push_back(1.1 * references.back());
    }
    EXPECT_NEAR(medianRatio(samples, references), 1.1, 1e-9);
    EXPECT_NEAR(medianRatio(Samples{1e-300, 1e-300}, Samples{2e-300}) * 2.0, 1.0, 1e-11);
    EXPECT_GT(medianRatio(Samples{1e300}, Samples{1e-5}), 1e304);
}

} // namespace
} // namespace batchscope
