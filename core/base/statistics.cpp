// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace batchscope {

double quantile(std::span<const double> samples, double share) {
    if (samples.empty()) {
        return 0.0;
    }
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    const double place = share * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (sorted[above] - sorted[below]) * (place - static_cast<double>(below));
}

double median(std::span<const double> samples) {
    return quantile(samples, 0.5);
}

MedianRange medianRange(std::span<const double> samples) {
    if (samples.empty()) {
        return {};
    }
    constexpr std::size_t kFew = 6;
    const double half = samples.size() < kFew ? 0.5 : 0.98 / std::sqrt(static_cast<double>(samples.size()));
    return {quantile(samples, 0.5 - half), quantile(samples, 0.5 + half)};
}

double interQuartileRange(std::span<const double> samples) {
    return quantile(samples, 0.75) - quantile(samples, 0.25);
}

double coefficientOfVariation(std::span<const double> samples) {
    if (samples.size() < 2) {
        return 0.0;
    }
    const auto count = static_cast<double>(samples.size());
    const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
    double squares = 0.0;
    for (const double sample : samples) {
        squares += (sample - mean) * (sample - mean);
    }
    return mean > 0.0 ? std::sqrt(squares / (count - 1.0)) / mean : 0.0;
}

std::size_t outlierCount(std::span<const double> samples) {
    constexpr double kNormalDeviation = 1.4826; // standard deviation over MAD of the normal distribution
    constexpr double kFar = 3.5;
    const double middle = median(samples);
    std::vector<double> deviations(samples.size());
    std::transform(samples.begin(), samples.end(), deviations.begin(),
                   [middle](double sample) { return std::abs(sample - middle); });
    const double limit = kFar * kNormalDeviation * median(deviations);
    const auto isFar = [limit](double deviation) { return deviation > limit; };
    return limit > 0.0 ? static_cast<std::size_t>(std::count_if(deviations.begin(), deviations.end(), isFar)) : 0;
}

} // namespace batchscope
