// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/bench_series.h"

#include "core/base/statistics.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/bench/plot_figures.h"
#include "core/trace/speed_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kDirect = "direct";
constexpr std::string_view kByDepth = "folded:depth";

/// In the same sweep as `beside`, of its net, and with the values of the regular run: how soon others come says
/// nothing.
const BenchResult* find(std::span<const BenchResult> results, const BenchResult& beside, std::string_view grouping,
                        PassChoice kernels, std::size_t batch) {
    const BenchKey place = placeOf(beside);
    const auto found = std::find_if(results.begin(), results.end(), [&](const BenchResult& result) {
        return result.equal && result.grouping == grouping && result.kernels == kernels && result.batch == batch &&
               placeOf(result) == place;
    });
    return found == results.end() ? nullptr : &*found;
}

/// Median of `other` over that of `result`; none where it was not measured.
std::optional<double> over(const BenchResult* other, const BenchResult& result) {
    return other == nullptr ? std::nullopt : std::optional(other->medianSeconds / result.medianSeconds);
}

} // namespace

BenchKey keyOf(const BenchResult& result) {
    return {result.model, result.arm, result.dim, result.threads, result.work, result.run, result.batch};
}

BenchKey cellOf(const BenchResult& result) {
    BenchKey key = keyOf(result);
    key.arm.clear();
    return key;
}

BenchKey placeOf(const BenchResult& result) {
    BenchKey key = cellOf(result);
    key.batch = 0;
    return key;
}

std::string treesText(std::size_t count) {
    return fmt::format("{} tree{}", withThousands(count), count == 1 ? "" : "s");
}

const BenchResult* regularBeside(std::span<const BenchResult> results, const BenchResult& result, PassChoice kernels) {
    return find(results, result, kRegularGrouping, kernels, result.batch);
}

void fillRatios(std::span<BenchResult> results) {
    const BenchResult* before = nullptr;
    for (BenchResult& result : results) {
        const BenchResult* const previous = std::exchange(before, &result);
        if (!result.equal) {
            continue;
        }
        if (previous != nullptr && previous->equal && cellOf(*previous) == cellOf(result)) {
            result.speedupOverBefore = previous->medianSeconds / result.medianSeconds;
        }
        const auto measured = [&](std::string_view grouping, PassChoice kernels) {
            return find(results, result, grouping, kernels, result.batch);
        };
        result.speedupOverOff = over(measured(kByDepth, std::nullopt), result);
        if (const BenchResult* regular = regularBeside(results, result, result.kernels); regular != nullptr) {
            result.speedup = regular->medianSeconds / result.medianSeconds;
            result.speedupExecution = regular->phases.execution() / result.phases.execution();
        }
        if (const BenchResult* regular = regularBeside(results, result, result.kernels);
            result.kernels && regular != nullptr) {
            result.speedupEngine = over(regularBeside(results, result, std::nullopt), *regular);
        }
        if (result.kernels) {
            result.speedupEngineHere = over(measured(result.grouping, std::nullopt), result);
        }
        result.speedupBoth = over(regularBeside(results, result, std::nullopt), result);
        if (const BenchResult* direct = measured(kDirect, result.kernels); direct != nullptr) {
            result.costRatio = result.phases.execution() / direct->phases.execution();
        }
        if (const BenchResult* one = find(results, result, kDirect, result.kernels, 1); one != nullptr) {
            result.speedupRatio =
                one->phases.execution() / (result.phases.execution() / static_cast<double>(result.batch));
        }
    }
}

void fillShares(std::span<BenchResult> results, const Roofline& roofline) {
    for (BenchResult& result : results) {
        const bool isBounded =
            result.figures.executor == ExecutorKind::Engine || roofline.instructionSet == bestInstructionSet();
        const bool isCounted = result.figures.productFlops > 0.0; // not of methods that are called
        if (!isBounded || !isCounted || result.threads != roofline.threads) {
            continue;
        }
        result.fmaShare = result.figures.productFlops / roofline.fmaFlops / result.medianSeconds;
    }
}

std::vector<std::string> notesOn(std::span<const BenchResult> results) {
    std::vector<std::string> notes;
    for (const BenchResult& result : results) {
        const BenchResult& first = results.front();
        if (result.dim != first.dim || result.threads != first.threads || result.work != first.work) {
            continue; // these figures depend on none of them
        }
        if (result.grouping == kDirect) {
            const std::string how = result.oneShape ? "one shape, one batch for each position in the tree"
                                                    : fmt::format("mixed shapes, {:.0f}% of the rows are padding",
                                                                  100.0 * result.paddingWaste);
            notes.push_back(fmt::format("{}, {}: {}", result.arm, treesText(result.batch), how));
        }
    }
    return notes;
}

namespace {

std::map<std::uint32_t, double> mediansByBatch(std::span<const double> samples,
                                               std::span<const std::uint32_t> batches) {
    std::map<std::uint32_t, std::vector<double>> samplesOf;
    for (std::size_t index = 0; index < samples.size(); ++index) {
        samplesOf[batches[index]].push_back(samples[index]);
    }
    std::map<std::uint32_t, double> medians;
    for (const auto& [batch, ofBatch] : samplesOf) {
        medians[batch] = median(ofBatch);
    }
    return medians;
}

std::vector<double> valuesOf(const std::map<std::uint32_t, double>& byBatch) {
    std::vector<double> values;
    values.reserve(byBatch.size());
    for (const auto& [batch, value] : byBatch) {
        values.push_back(value);
    }
    return values;
}

/// The medians fit the samples that they were taken from too well, by a degree of freedom each.
void widen(std::vector<double>& aligned, std::size_t batches) {
    const auto count = static_cast<double>(aligned.size());
    const double factor = std::sqrt(count / (count - static_cast<double>(batches)));
    const double middle = median(aligned);
    for (double& sample : aligned) {
        sample = middle + factor * (sample - middle);
    }
}

} // namespace

std::vector<double> alignedSamples(std::span<const double> samples, std::span<const std::uint32_t> batches,
                                   std::span<const double> references,
                                   std::span<const std::uint32_t> referenceBatches) {
    const std::map<std::uint32_t, double> medians = mediansByBatch(references, referenceBatches);
    const double middle = median(valuesOf(medians));
    std::vector<double> aligned;
    aligned.reserve(samples.size());
    for (std::size_t index = 0; index < samples.size(); ++index) {
        aligned.push_back(samples[index] / medians.at(batches[index]) * middle);
    }
    return aligned;
}

SampleSpread sampleSpread(std::span<const double> samples, std::span<const std::uint32_t> batches) {
    SampleSpread spread;
    const std::vector<double> medians = valuesOf(mediansByBatch(samples, batches));
    if (medians.size() > 1) {
        spread.overBatches = interQuartileRange(medians);
    }
    if (samples.size() <= medians.size()) {
        return spread;
    }
    std::vector<double> aligned = alignedSamples(samples, batches, samples, batches);
    if (medians.size() > 1) {
        widen(aligned, medians.size());
    }
    spread.overRepeats = interQuartileRange(aligned);
    spread.variation = coefficientOfVariation(aligned);
    return spread;
}

SpeedVerdict sampleVerdict(const SampleSpread& spread, const MachineLoad& load) {
    if (isMachineBusy(load)) {
        return SpeedVerdict::Busy;
    }
    return spread.variation > kMostVariation ? SpeedVerdict::Varying : SpeedVerdict::Steady;
}

std::string noiseText(SpeedVerdict verdict, const MachineLoad& load) {
    switch (verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Busy: return busyText(load);
    case SpeedVerdict::Varying:
    case SpeedVerdict::Few:
    case SpeedVerdict::Off: break; // a bench has samples
    }
    return fmt::format("the samples vary by more than {:.0f}% (coefficient of variation)", 100.0 * kMostVariation);
}

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
               placeOf(other.first()) == placeOf(series.first());
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
