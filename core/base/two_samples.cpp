// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/two_samples.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <numbers>
#include <numeric>
#include <vector>

namespace batchscope {

namespace {

constexpr double kMostExact = 400.0; // pairs

/// How many choices of `chosen` ranks have which sum, by sum.
std::vector<double> waysBySum(const std::vector<std::size_t>& doubledRanks, std::size_t chosen) {
    const std::size_t greatest = std::accumulate(
        doubledRanks.rbegin(), doubledRanks.rbegin() + static_cast<std::ptrdiff_t>(chosen), std::size_t{0});
    std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(greatest + 1, 0.0)); // counts below 2^53
    ways[0][0] = 1.0;
    for (const std::size_t rank : doubledRanks) {
        for (std::size_t count = chosen; count > 0; --count) {
            for (std::size_t sum = rank; sum <= greatest; ++sum) {
                ways[count][sum] += ways[count - 1][sum - rank];
            }
        }
    }
    return ways[chosen];
}

double normalPValue(double variance, double distance) {
    const double beyond = distance - 0.5; // continuity
    return variance > 0.0 && beyond > 0.0 ? std::erfc(beyond / std::sqrt(variance) / std::numbers::sqrt2) : 1.0;
}

/// Ranks among all blocks, of those of one block. They count from 1 and are doubled, since equal samples share the mean
/// of their ranks.
struct BlockOfRanks {
    std::vector<std::size_t> doubled; ///< ascending
    std::size_t samples = 0;          ///< how many of them are of samples
    std::size_t ofSamples = 0;        ///< these, summed

    [[nodiscard]] double sum() const {
        return static_cast<double>(std::accumulate(doubled.begin(), doubled.end(), std::size_t{0}));
    }
    /// Of the sum of the samples' ranks, if each choice of so many ranks is as likely.
    [[nodiscard]] double mean() const {
        return static_cast<double>(samples) * sum() / static_cast<double>(doubled.size());
    }
    [[nodiscard]] double variance() const {
        const auto count = static_cast<double>(doubled.size());
        const auto chosen = static_cast<double>(samples);
        double squares = 0.0;
        for (const std::size_t rank : doubled) {
            squares += static_cast<double>(rank * rank);
        }
        return count > 1.0 ? chosen * (count - chosen) / (count * (count - 1.0)) * (squares - sum() * sum() / count)
                           : 0.0;
    }
};

std::map<std::uint32_t, BlockOfRanks> ranksByBlock(const BlockedSamples& samples, const BlockedSamples& references) {
    struct Pooled {
        double value;
        std::uint32_t block;
        bool isSample;
    };
    std::vector<Pooled> pooled;
    for (const BlockedSamples* const set : {&samples, &references}) {
        for (std::size_t index = 0; index < set->values.size(); ++index) {
            pooled.push_back({set->values[index], set->blocks[index], set == &samples});
        }
    }
    std::sort(pooled.begin(), pooled.end(),
              [](const Pooled& left, const Pooled& right) { return left.value < right.value; });
    std::map<std::uint32_t, BlockOfRanks> blocks;
    for (std::size_t begin = 0, end = 0; begin < pooled.size(); begin = end) {
        while (end < pooled.size() && pooled[end].value == pooled[begin].value) {
            ++end;
        }
        for (std::size_t place = begin; place < end; ++place) {
            BlockOfRanks& block = blocks[pooled[place].block];
            block.doubled.push_back(begin + 1 + end);
            block.samples += pooled[place].isSample ? 1 : 0;
            block.ofSamples += pooled[place].isSample ? begin + 1 + end : 0;
        }
    }
    return blocks;
}

/// How many choices in both have which sum.
std::vector<double> combinedWays(const std::vector<double>& left, const std::vector<double>& right) {
    std::vector<double> ways(left.size() + right.size() - 1, 0.0);
    for (std::size_t first = 0; first < left.size(); ++first) {
        for (std::size_t second = 0; left[first] > 0.0 && second < right.size(); ++second) {
            ways[first + second] += left[first] * right[second];
        }
    }
    return ways;
}

/// Share of the choices within blocks whose sum of doubled ranks is as far from its mean.
double exactPValue(const std::map<std::uint32_t, BlockOfRanks>& blocks, double mean, double distance) {
    constexpr double kRounding = 1e-6; // of the mean; sums are whole numbers
    std::vector<double> ways = {1.0};
    for (const auto& [number, block] : blocks) {
        ways = combinedWays(ways, waysBySum(block.doubled, block.samples));
    }
    double all = 0.0;
    double asFar = 0.0;
    for (std::size_t sum = 0; sum < ways.size(); ++sum) {
        all += ways[sum];
        asFar += std::abs(static_cast<double>(sum) - mean) >= distance - kRounding ? ways[sum] : 0.0;
    }
    return asFar / all;
}

std::vector<double> sortedLogarithms(std::span<const double> samples) {
    std::vector<double> logarithms(samples.size());
    std::transform(samples.begin(), samples.end(), logarithms.begin(), [](double sample) { return std::log(sample); });
    std::sort(logarithms.begin(), logarithms.end());
    return logarithms;
}

/// The difference sample - reference of which `rank` pairs have no greater one; counted from 1, both sets ascending.
double differenceOfRank(const std::vector<double>& samples, const std::vector<double>& references, std::size_t rank) {
    constexpr double kPrecision = 1e-12;
    double low = samples.front() - references.back();
    double high = samples.back() - references.front();
    while (high - low > kPrecision) {
        const double middle = low + (high - low) / 2.0;
        std::size_t notGreater = 0;
        std::size_t skipped = 0; // references too small for this sample, hence for all later ones
        for (const double sample : samples) {
            while (skipped < references.size() && sample - references[skipped] > middle) {
                ++skipped;
            }
            notGreater += references.size() - skipped;
        }
        (notGreater >= rank ? high : low) = middle;
    }
    return high;
}

} // namespace

RankTest mannWhitney(std::span<const double> samples, std::span<const double> references) {
    const std::vector<std::uint32_t> one(std::max(samples.size(), references.size()), 0);
    return alignedRankTest({samples, std::span(one).first(samples.size())},
                           {references, std::span(one).first(references.size())});
}

RankTest alignedRankTest(const BlockedSamples& samples, const BlockedSamples& references) {
    if (samples.values.empty() || references.values.empty()) {
        return {};
    }
    const auto count = static_cast<double>(samples.values.size());
    const double pairs = count * static_cast<double>(references.values.size());
    if (references.values.size() < samples.values.size()) { // the exact distribution takes the square of the first set
        const RankTest swapped = alignedRankTest(references, samples);
        return {pairs - swapped.u, swapped.pValue, 1.0 - swapped.superiority};
    }
    const std::map<std::uint32_t, BlockOfRanks> blocks = ranksByBlock(samples, references);
    double ofSamples = 0.0;
    double mean = 0.0;
    double variance = 0.0;
    for (const auto& [number, block] : blocks) {
        ofSamples += static_cast<double>(block.ofSamples);
        mean += block.mean();
        variance += block.variance();
    }
    const double u = (ofSamples - count * (count + 1.0)) / 2.0;
    const double distance = std::abs(ofSamples - mean);
    const double pValue =
        pairs <= kMostExact ? exactPValue(blocks, mean, distance) : normalPValue(variance / 4.0, distance / 2.0);
    return {u, pValue, u / pairs};
}

double medianRatio(std::span<const double> samples, std::span<const double> references) {
    BATCHSCOPE_CHECK(!samples.empty() && !references.empty());
    const std::vector<double> over = sortedLogarithms(samples);
    const std::vector<double> under = sortedLogarithms(references);
    const std::size_t pairs = over.size() * under.size();
    const double lower = differenceOfRank(over, under, (pairs + 1) / 2);
    const double upper = pairs % 2 == 0 ? differenceOfRank(over, under, pairs / 2 + 1) : lower;
    return std::exp((lower + upper) / 2.0);
}

} // namespace batchscope
