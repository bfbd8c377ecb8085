// SPDX-License-Identifier: GPL-3.0-or-later
//
// Medians and quartiles, which describe skewed and noisy timings better than means. All functions take samples in any
// order. two_samples.h compares two sets.
#pragma once

#include <cstddef>
#include <span>

namespace batchscope {

/// The quantile by linear interpolation between order statistics, 0 ≤ share ≤ 1; 0 without samples.
[[nodiscard]] double quantile(std::span<const double> samples, double share);
[[nodiscard]] double median(std::span<const double> samples);
/// A confidence interval of about 95 % for the median of the distribution (normal approximation of the binomial order
/// statistics: the ranks n/2 ± 0.98·√n). For fewer than six samples, the least and the greatest; with five, the
/// confidence is 94 %. Both 0 without samples.
struct MedianRange {
    double low = 0.0;
    double high = 0.0;
};
[[nodiscard]] MedianRange medianRange(std::span<const double> samples);
/// Third quartile minus first.
[[nodiscard]] double interQuartileRange(std::span<const double> samples);
/// Standard deviation (n - 1) over mean; 0 for fewer than two samples.
[[nodiscard]] double coefficientOfVariation(std::span<const double> samples);
/// Samples with |x - median| / (1.4826 · MAD) > 3.5, where MAD is the median of all |x - median| (Iglewicz and Hoaglin
/// 1993, "How to detect and handle outliers"). 0 if MAD is 0, since there is no spread to compare with: if most samples
/// are equal, none counts as an outlier.
[[nodiscard]] std::size_t outlierCount(std::span<const double> samples);

} // namespace batchscope
