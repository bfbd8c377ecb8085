// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_series.h"

#include "core/base/statistics.h"
#include "core/bench/arms.h"
#include "core/bench/plot_series.h"

#include <algorithm>
#include <string_view>

namespace batchscope {

namespace {

/// Whether sample k of both ran on the same of several mini-batches.
bool sharesMiniBatches(const BenchResult& left, const BenchResult& right) {
    return left.miniBatches > 1 && left.samples.size() == right.samples.size() &&
           left.sampleBatches.size() == left.samples.size() && left.sampleBatches == right.sampleBatches;
}

SpeedRatio ratioByRounds(std::span<const double> slower, std::span<const double> faster) {
    std::vector<double> ratios(slower.size());
    std::transform(slower.begin(), slower.end(), faster.begin(), ratios.begin(),
                   [](double above, double below) { return above / below; });
    const MedianRange range = medianRange(ratios);
    return {median(ratios), range.low, range.high};
}

SpeedRatio ratioOfMedians(std::span<const double> slower, std::span<const double> faster) {
    const MedianRange above = medianRange(slower);
    const MedianRange below = medianRange(faster);
    return {median(slower) / median(faster), above.low / below.high, above.high / below.low};
}

bool isDoubtful(const BenchResult& left, const BenchResult& right) {
    return doubtAbout(left) != BenchDoubt::None || doubtAbout(right) != BenchDoubt::None;
}

} // namespace

BenchPlace benchPlaceOf(const BenchResult& result) {
    return {result.model, result.dim, result.threads, result.work, result.run};
}

const BenchResult* BenchSeries::at(std::size_t batch) const {
    const auto found =
        std::find_if(bySize.begin(), bySize.end(), [&](const BenchResult* result) { return result->batch == batch; });
    return found == bySize.end() ? nullptr : *found;
}

std::vector<BenchSeries> benchSeries(std::span<const BenchResult> results) {
    std::vector<BenchSeries> all;
    for (const CurveSeries& curve : seriesOf(results)) {
        std::vector<const BenchResult*>& bySize = all.emplace_back().bySize;
        for (const std::size_t index : curve.results) {
            if (bySize.empty() || bySize.back()->batch != results[index].batch) {
                bySize.push_back(&results[index]);
            }
        }
    }
    return all;
}

bool isFoldedSeries(const BenchSeries& series) {
    return series.first().grouping.starts_with(kFoldedGrouping);
}

const BenchSeries* regularSeriesFor(const BenchSeries& series, std::span<const BenchSeries> all) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const BenchSeries& other) {
        return other.first().grouping == kRegularGrouping && other.first().kernels == series.first().kernels &&
               benchPlaceOf(other.first()) == benchPlaceOf(series.first());
    });
    return found == all.end() ? nullptr : &*found;
}

BenchDoubt doubtAbout(const BenchResult& result) {
    if (!result.equal) {
        return BenchDoubt::Different;
    }
    const bool areTimes =
        std::all_of(result.samples.begin(), result.samples.end(), [](double seconds) { return seconds > 0.0; });
    if (result.samples.size() < kFewestForProof || !areTimes) {
        return BenchDoubt::TooFew;
    }
    if (result.verdict == SpeedVerdict::Busy) {
        return BenchDoubt::Busy;
    }
    return result.noisy || result.verdict != SpeedVerdict::Steady ? BenchDoubt::Varying : BenchDoubt::None;
}

std::optional<SpeedRatio> seenRatio(const BenchResult& slower, const BenchResult& faster) {
    for (const BenchResult* result : {&slower, &faster}) {
        const BenchDoubt doubt = doubtAbout(*result);
        if (doubt == BenchDoubt::Different || doubt == BenchDoubt::TooFew) {
            return std::nullopt;
        }
    }
    return sharesMiniBatches(slower, faster) ? ratioByRounds(slower.samples, faster.samples)
                                             : ratioOfMedians(slower.samples, faster.samples);
}

std::optional<SpeedRatio> provenRatio(const BenchResult& slower, const BenchResult& faster) {
    return isDoubtful(slower, faster) ? std::nullopt : seenRatio(slower, faster);
}

ProvenOrder provenOrder(const BenchResult& result, const BenchResult& reference) {
    const std::optional<SpeedRatio> ratio = seenRatio(reference, result);
    if (!ratio) {
        return ProvenOrder::Open;
    }
    const double margin = isDoubtful(result, reference) ? kDoubtMargin : 1.0;
    return ratio->low > margin          ? ProvenOrder::Faster
           : ratio->high < 1.0 / margin ? ProvenOrder::Slower
                                        : ProvenOrder::Open;
}

} // namespace batchscope
