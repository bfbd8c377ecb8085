// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/cost_fit.h"

#include "tests/support/timed_results.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace batchscope {
namespace {

using testing::addSeries;
using testing::costs;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::timedResult;

using Results = std::vector<BenchResult>;
using Sizes = std::vector<std::size_t>;

std::optional<CostFit> fitOf(const Sizes& sizes, const std::function<double(double)>& seconds) {
    Results results;
    addSeries(results, "folded", sizes, seconds);
    return fitCost(benchSeries(results).front());
}

TEST(CostFit, FindsAnExactLine) {
    const CostFit fit = *fitOf({1, 8, 32, 128}, costs(1e-3, 2e-5));
    EXPECT_NEAR(fit.fixedSeconds, 1e-3, 1e-12);
    EXPECT_NEAR(fit.perTreeSeconds, 2e-5, 1e-14);
    EXPECT_LT(fit.worstResidual, 1e-9);
    EXPECT_TRUE(fit.describes());
    EXPECT_EQ(fit.sizes, 4U);
    EXPECT_EQ(fit.key, (BenchKey{.model = "tree-lstm", .arm = "folded", .dim = 100}));
}

TEST(CostFit, HasNoNegativePart) {
    const CostFit proportional = *fitOf({1, 8, 32}, costs(0.0, 3e-5));
    EXPECT_EQ(proportional.fixedSeconds, 0.0);
    EXPECT_NEAR(proportional.perTreeSeconds, 3e-5, 1e-15);
    const CostFit constant = *fitOf({1, 8, 32}, costs(2e-3, 0.0));
    EXPECT_NEAR(constant.fixedSeconds, 2e-3, 1e-13);
    EXPECT_EQ(constant.perTreeSeconds, 0.0);
    const CostFit square = *fitOf({1, 8, 32}, [](double batch) { return 1e-6 * batch * batch; });
    EXPECT_EQ(square.fixedSeconds, 0.0);
    EXPECT_NEAR(square.perTreeSeconds, 1.1374e-6, 1e-9) << "the least squares of a line through 0";
    EXPECT_FALSE(square.describes());
    const CostFit falling = *fitOf({1, 2, 3}, [](double batch) { return 4e-3 - 1e-3 * batch; });
    EXPECT_EQ(falling.perTreeSeconds, 0.0);
    EXPECT_GT(falling.fixedSeconds, 1e-3);
}

TEST(CostFit, CountsRelativeErrors) {
    const CostFit fit =
        *fitOf({1, 1000, 1'000'000}, [](double batch) { return (1e-3 + 1e-3 * batch) * (batch > 1000.0 ? 1.1 : 1.0); });
    EXPECT_GT(fit.worstResidual, 0.04);
    EXPECT_LT(fit.worstResidual, 0.06) << "the largest time does not outweigh the others";
    EXPECT_TRUE(fit.describes());
}

TEST(CostFit, AStepIsNoLine) {
    const CostFit fit = *fitOf({1, 2, 4, 8, 16, 32}, [](double batch) { return batch <= 8.0 ? 1e-3 : 1e-2; });
    EXPECT_GT(fit.worstResidual, kMostResidual);
    EXPECT_FALSE(fit.describes());
}

TEST(CostFit, NeedsThreeSizes) {
    EXPECT_FALSE(fitOf({1, 8}, costs(1e-3, 1e-3)));
    EXPECT_FALSE(fitOf({8, 1, 8}, costs(1e-3, 1e-3))) << "two of one size";
    Results results;
    addSeries(results, "folded", {1, 8, 32, 64}, costs(1e-3, 1e-3));
    results[1].medianSeconds = 0.0;
    EXPECT_TRUE(fitCost(benchSeries(results).front()));
    results[2].medianSeconds = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(fitCost(benchSeries(results).front()));
    EXPECT_THAT(fitCosts({}), IsEmpty());
}

TEST(CostFit, EachSeriesHasItsOwn) {
    Results results;
    addSeries(results, "regular", {32, 1, 8}, costs(1e-3, 1e-3));
    addSeries(results, "folded", {8, 1}, costs(1e-3, 1e-3));
    addSeries(results, "folded", {1, 8, 32}, costs(7e-3, 1e-3));
    for (std::size_t index = 5; index < 8; ++index) {
        results[index].threads = 2;
    }
    const std::vector<CostFit> fits = fitCosts(results);
    ASSERT_EQ(fits.size(), 2U) << "of folded on one thread there are two sizes";
    EXPECT_EQ(fits[0].key.arm, "regular");
    EXPECT_NEAR(fits[0].fixedSeconds, 1e-3, 1e-12);
    EXPECT_EQ(fits[1].key.threads, 2);
    EXPECT_NEAR(fits[1].fixedSeconds, 7e-3, 1e-12);
}

/// Regular takes 1 ms for each tree.
BreakEven breakEvenAt(const Sizes& sizes, const std::function<double(double)>& folded) {
    Results results;
    addSeries(results, "regular", sizes, costs(0.0, 1e-3));
    addSeries(results, "folded", sizes, folded);
    const std::vector<BreakEven> found = breakEvens(results);
    EXPECT_EQ(found.size(), 1U);
    return found.front();
}

TEST(BreakEven, IsTheSmallestMeasuredSizeFromWhichFoldingIsProvenFaster) {
    const struct {
        Sizes sizes;
        std::function<double(double)> folded;
        Sizes faster;
        Sizes slower;
        Sizes open;
        std::optional<std::size_t> from;
    } cases[] = {
        {{32, 1, 8}, costs(1e-4, 1e-4), {1, 8, 32}, {}, {}, 1},
        {{1, 8, 32, 128}, costs(4.14e-3, 1e-4), {8, 32, 128}, {1}, {}, 8},
        {{1, 8, 32}, costs(8.99e-4, 1e-4), {8, 32}, {}, {1}, 8}, // 0.1 % faster at 1: the ranges overlap
        {{1, 8, 32}, costs(0.1, 1e-4), {}, {1, 8, 32}, {}, {}},  // the lines cross at 111
        {{1, 8, 32}, [](double batch) { return batch == 8.0 ? 1e-3 : 1e-1; }, {8}, {1, 32}, {}, {}},
    };
    for (const auto& each : cases) {
        const BreakEven found = breakEvenAt(each.sizes, each.folded);
        EXPECT_EQ(found.faster, each.faster);
        EXPECT_EQ(found.slower, each.slower);
        EXPECT_EQ(found.open, each.open);
        EXPECT_EQ(found.from, each.from);
    }
}

TEST(BreakEven, FewSamplesProveNothing) {
    Results results;
    addSeries(results, "regular", {1, 8, 32}, costs(0.0, 1e-3));
    addSeries(results, "folded", {1, 8, 32}, costs(1e-4, 1e-4));
    results.back().samples.resize(kFewestForProof - 1);
    const BreakEven few = breakEvens(results).front();
    EXPECT_THAT(few.open, ElementsAre(32));
    EXPECT_EQ(few.from, std::nullopt);
}

TEST(BreakEven, ComparesLikeWithLike) {
    Results results;
    addSeries(results, "regular@off", {1, 8}, costs(0.0, 1e-3));
    addSeries(results, "folded", {1, 8}, costs(0.0, 1e-4));
    addSeries(results, "folded-legacy", {1, 8}, costs(0.0, 1e-4));
    EXPECT_THAT(breakEvens(results), IsEmpty()) << "other kernels";
    addSeries(results, "folded:agenda@off", {8, 32}, costs(0.0, 1e-4));
    const std::vector<BreakEven> found = breakEvens(results);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].regular, "regular@off");
    EXPECT_EQ(found[0].folded, "folded:agenda@off");
    EXPECT_THAT(found[0].faster, ElementsAre(8)) << "the one size that both have";
    for (BenchResult& result : results) {
        result.threads = result.arm == "regular@off" ? 2 : 1;
    }
    EXPECT_THAT(breakEvens(results), IsEmpty()) << "other threads";
}

TEST(BenchSeries, DoubtsHaveAReason) {
    BenchResult result = timedResult("folded", 1, 1e-3);
    EXPECT_EQ(doubtAbout(result), BenchDoubt::None);
    result.noisy = true;
    EXPECT_EQ(doubtAbout(result), BenchDoubt::Varying);
    result.verdict = SpeedVerdict::Busy;
    EXPECT_EQ(doubtAbout(result), BenchDoubt::Busy);
    EXPECT_EQ(provenRatio(timedResult("regular", 1, 2e-3), result), std::nullopt);
    EXPECT_EQ(provenOrder(result, timedResult("regular", 1, 2e-3)), ProvenOrder::Faster) << "far beyond the doubt";
    EXPECT_EQ(provenOrder(result, timedResult("regular", 1, 1.08e-3)), ProvenOrder::Open);
    result.samples.resize(kFewestForProof - 1);
    EXPECT_EQ(doubtAbout(result), BenchDoubt::TooFew);
    result.equal = false;
    EXPECT_EQ(doubtAbout(result), BenchDoubt::Different);
    const BenchResult other = timedResult("regular", 1, 1.0);
    EXPECT_EQ(provenRatio(other, result), std::nullopt);
    EXPECT_EQ(provenOrder(result, other), ProvenOrder::Open);
}

TEST(BenchSeries, RangesThatOverlapProveNothing) {
    const BenchResult result = timedResult("folded", 1, 1.0);
    EXPECT_EQ(provenOrder(result, timedResult("regular", 1, 1.01)), ProvenOrder::Open);
    EXPECT_EQ(provenOrder(result, timedResult("regular", 1, 1.02)), ProvenOrder::Faster);
    EXPECT_EQ(provenOrder(result, timedResult("regular", 1, 0.98)), ProvenOrder::Slower);
    const SpeedRatio ratio = *provenRatio(timedResult("regular", 1, 2.0), result);
    EXPECT_NEAR(ratio.value, 2.0, 1e-12);
    EXPECT_NEAR(ratio.low, 1.975, 0.001);
    EXPECT_NEAR(ratio.high, 2.025, 0.001);
}

TEST(BenchSeries, SeveralMiniBatchesAreComparedRoundByRound) {
    BenchResult folded = timedResult("folded", 1, 1.0);
    folded.samples = {1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0, 1.0, 3.0};
    BenchResult regular = timedResult("regular", 1, 1.0);
    regular.samples.clear();
    for (const double seconds : folded.samples) {
        regular.samples.push_back(1.1 * seconds);
    }
    EXPECT_EQ(provenOrder(folded, regular), ProvenOrder::Open);
    for (BenchResult* result : {&folded, &regular}) {
        result->miniBatches = 2;
        result->sampleBatches = {0, 1, 0, 1, 0, 1, 0, 1, 0, 1};
    }
    EXPECT_EQ(provenOrder(folded, regular), ProvenOrder::Faster);
    EXPECT_NEAR(provenRatio(regular, folded)->value, 1.1, 1e-12);
    regular.sampleBatches = {1, 0, 1, 0, 1, 0, 1, 0, 1, 0};
    EXPECT_EQ(provenOrder(folded, regular), ProvenOrder::Open) << "other trees";
}

} // namespace
} // namespace batchscope
