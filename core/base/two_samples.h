// SPDX-License-Identifier: GPL-3.0-or-later
//
// What two sets of timings say about each other. Everything here goes by ranks or medians, because timings are skewed
// and a few of them are far off. All functions take samples in any order; they must be finite numbers.
//
// Literature: Mann and Whitney 1947, "On a test of whether one of two random variables is stochastically larger than
// the other"; Streitberg and Röhmel 1986, "Exact distributions for permutation and rank tests" (the shift algorithm,
// exact with ties, too); Lehmann 1975, "Nonparametrics", 1.2 and 1.4 (normal approximation, ties); Vargha and Delaney
// 2000, "A critique and improvement of the CL common language effect size statistics"; Hodges and Lehmann 1963,
// "Estimates of location based on rank tests".
#pragma once

#include <cstdint>
#include <span>

namespace batchscope {

struct RankTest {
    /// Pairs of a sample and a reference of which the sample is greater; equal ones count half.
    double u = 0.0;
    /// Two-sided: how likely a U at least as far from its mean is if both sets come from one distribution and all
    /// samples are independent. Samples of one slow spell are not: the value is then too small.
    double pValue = 1.0;
    /// Effect size, A of Vargha and Delaney: P(sample > reference) + P(equal) / 2. 0.5: neither is greater; 1: each
    /// sample is greater than all references.
    double superiority = 0.5;
};

/// Mann–Whitney U test. Up to 400 pairs the distribution is exact, given the ties, and takes at most some milliseconds.
/// Beyond, it is approximated by the normal one, corrected for ties and continuity, in O(n log n): with 21 samples and
/// 20 references, 0.0084 becomes 0.0095, and the error shrinks with their number. Without samples or references nothing
/// is known: {0, 1, 0.5}.
[[nodiscard]] RankTest mannWhitney(std::span<const double> samples, std::span<const double> references);

/// Timings of several kinds (here: of several mini-batches), with what the kinds differ by taken out before.
struct BlockedSamples {
    std::span<const double> values;
    std::span<const std::uint32_t> blocks; ///< for each value its kind
};

/// Test of aligned ranks (Hodges and Lehmann 1962, "Rank methods for combination of independent experiments"): ranks as
/// in mannWhitney(), but a sample may only change places with references of its own block, so that taking the blocks'
/// levels out does not make differences look more certain than they are. Exact up to 400 pairs, else approximated by
/// the normal distribution.
[[nodiscard]] RankTest alignedRankTest(const BlockedSamples& samples, const BlockedSamples& references);

/// By what factor samples are greater than references: the median of the ratios of all pairs, taken between logarithms
/// (Hodges and Lehmann's shift of the logarithms), so that swapping the sets gives the inverse. Within 1e-12 of that
/// factor, in memory for the samples, not for the pairs. All must be greater than 0, and neither set empty.
[[nodiscard]] double medianRatio(std::span<const double> samples, std::span<const double> references);

} // namespace batchscope
