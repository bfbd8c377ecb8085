// SPDX-License-Identifier: GPL-3.0-or-later
//
// Compares two sets of timings by ranks or medians, because timings are skewed and have outliers. All functions take
// samples in any order; they must be finite numbers.
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
    /// The number of pairs in which the sample is greater than the reference; ties count half.
    double u = 0.0;
    /// Two-sided: the probability of a U at least as far from its mean if both sets come from one distribution and all
    /// samples are independent. Samples of one slow spell are not independent; the value is then too small.
    double pValue = 1.0;
    /// Effect size, A of Vargha and Delaney: P(sample > reference) + P(equal) / 2. 0.5: neither is greater; 1: each
    /// sample is greater than all references.
    double superiority = 0.5;
};

/// Mann–Whitney U test. Up to 400 pairs, the distribution is exact, given the ties, and takes at most a few
/// milliseconds. Beyond that, it is approximated by the normal distribution, corrected for ties and continuity, in O(n
/// log n): with 21 samples and 20 references, 0.0084 becomes 0.0095, and the error shrinks with their number. Without
/// samples or references: {0, 1, 0.5}.
[[nodiscard]] RankTest mannWhitney(std::span<const double> samples, std::span<const double> references);

/// Timings of several kinds (here: of several mini-batches), with the differences between kinds already removed.
struct BlockedSamples {
    std::span<const double> values;
    std::span<const std::uint32_t> blocks; ///< the kind of each value
};

/// Test of aligned ranks (Hodges and Lehmann 1962, "Rank methods for combination of independent experiments"): ranks as
/// in mannWhitney(), but permuted only within blocks, so that removing the differences between blocks does not make
/// other differences look more certain than they are. Exact up to 400 pairs, else approximated by the normal
/// distribution.
[[nodiscard]] RankTest alignedRankTest(const BlockedSamples& samples, const BlockedSamples& references);

/// The factor by which samples are greater than references: the median of the ratios of all pairs, interpolated between
/// logarithms (Hodges and Lehmann's shift of the logarithms), so that swapping the sets gives the inverse. Precision
/// 1e-12; takes memory for the samples, not for the pairs. All numbers must be greater than 0, and neither set empty.
[[nodiscard]] double medianRatio(std::span<const double> samples, std::span<const double> references);

} // namespace batchscope
