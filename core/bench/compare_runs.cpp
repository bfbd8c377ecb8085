// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/compare_runs.h"

#include "core/base/statistics.h"
#include "core/base/two_samples.h"
#include "core/bench/bench_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <span>
#include <utility>

namespace batchscope {

namespace {

constexpr std::string_view kOldRun = "the old run";
constexpr std::string_view kNewRun = "the new run";

/// `run` is kOldRun or kNewRun; `first` is the seriesName() of the first series.
std::string seriesOnlyIn(std::string_view run, std::size_t count, std::string_view first) {
    return count == 1 ? fmt::format("1 series is only in {}: {}", run, first)
                      : fmt::format("{} series are only in {}, the first of them {}", count, run, first);
}

constexpr double kFalseAlarms = 0.01;     // of all comparisons of equal runs, by the test alone
constexpr std::size_t kFewestSamples = 5; // with fewer, the fastest one is as good as any
constexpr double kFastest = 0.1;

using SeriesByKey = std::map<BenchKey, const TimedSeries*>;

Error configError(std::string text) {
    return {ErrorCode::Config, std::move(text)};
}

Result<SeriesByKey> seriesByKey(std::span<const TimedSeries> run, std::string_view name) {
    if (run.empty()) {
        return configError(fmt::format("{} has no results to compare", name));
    }
    SeriesByKey series;
    for (const TimedSeries& timed : run) {
        if (timed.samples.empty()) {
            return configError(
                fmt::format("{} has no samples of a series ({}); a comparison needs the time of each run", name,
                            seriesName(timed.key)));
        }
        const auto bad = std::find_if_not(timed.samples.begin(), timed.samples.end(),
                                          [](double sample) { return std::isfinite(sample) && sample > 0.0; });
        if (bad != timed.samples.end()) {
            const auto index = static_cast<std::size_t>(bad - timed.samples.begin());
            return configError(fmt::format("{}: samples[{}] of {} is {:g}; expected a time in seconds, greater than 0",
                                           name, index, seriesName(timed.key), *bad));
        }
        if (!timed.miniBatches.empty() && timed.miniBatches.size() != timed.samples.size()) {
            return configError(fmt::format("{} does not say for each sample of {} which mini-batch it was measured on",
                                           name, seriesName(timed.key)));
        }
        if (!series.emplace(timed.key, &timed).second) {
            return configError(fmt::format("{} has two results for the same series ({}); remove one of them", name,
                                           seriesName(timed.key)));
        }
    }
    return series;
}

/// How many samples two runs have of a series, and on how many mini-batches, where these are taken out; else 1.
struct SampleCounts {
    std::size_t samples = 0;
    std::size_t references = 0;
    std::size_t miniBatches = 1;
};

/// Of samples that are all greater than the references: no others give a smaller one.
double smallestPValue(const SampleCounts& counts) {
    std::vector<double> numbers(counts.samples + counts.references);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    const std::span<const double> references = std::span(numbers).first(counts.references);
    const std::span<const double> samples = std::span(numbers).subspan(counts.references);
    std::vector<std::uint32_t> blocks(numbers.size());
    std::generate(blocks.begin(), blocks.end(), [&, next = std::size_t{0}]() mutable {
        return static_cast<std::uint32_t>(next++ % counts.miniBatches);
    });
    return alignedRankTest({samples, std::span(blocks).first(counts.samples)},
                           {references, std::span(blocks).first(counts.references)})
        .pValue;
}

SampleCounts countsOf(const ComparedSeries& series) {
    return {series.newCount, series.oldCount, series.miniBatches};
}

bool areEnough(const ComparedSeries& series) {
    return std::min(series.oldCount, series.newCount) >= kFewestSamples;
}

/// The least count of samples in each of two runs with which `series` of them can all be significant.
std::size_t repeatsFor(std::size_t series, std::size_t miniBatches) {
    std::size_t repeats = std::max(kFewestSamples, 2 * miniBatches);
    while (smallestPValue({repeats, repeats, miniBatches}) * static_cast<double>(series) > kFalseAlarms) {
        ++repeats;
    }
    return repeats;
}

/// Leaves out the series that cannot be significant, which would only make it harder for the others. Sample counts
/// alone decide, so this costs no error rate.
std::vector<ComparedSeries*> testableOf(std::vector<ComparedSeries>& series) {
    const auto all = static_cast<double>(series.size());
    std::vector<ComparedSeries*> testable;
    for (ComparedSeries& each : series) {
        if (areEnough(each) && smallestPValue(countsOf(each)) * all <= kFalseAlarms) {
            testable.push_back(&each);
        }
    }
    return testable;
}

void adjust(std::vector<ComparedSeries*>& family) {
    std::sort(family.begin(), family.end(),
              [](const ComparedSeries* left, const ComparedSeries* right) { return left->pValue < right->pValue; });
    double before = 0.0;
    for (std::size_t index = 0; index < family.size(); ++index) {
        const double adjusted = static_cast<double>(family.size() - index) * family[index]->pValue;
        before = std::min(1.0, std::max(before, adjusted));
        family[index]->adjustedPValue = before;
    }
}

/// By how much the machine's speed may have changed the time of a step, in the direction of the difference; at least 1.
double explainedByMachine(const ComparedSeries& series) {
    constexpr double kSameSpeed = 1.03; // the yardstick itself is not known better
    const double ratio = series.ratio > 1.0 ? series.machineRatio : 1.0 / series.machineRatio;
    return ratio > kSameSpeed ? ratio * ratio : 1.0;
}

double machineRatioOf(const TimedSeries& before, const TimedSeries& after) {
    const bool areKnown = before.yardstickSeconds && after.yardstickSeconds && *before.yardstickSeconds > 0.0 &&
                          *after.yardstickSeconds > 0.0;
    return areKnown ? *after.yardstickSeconds / *before.yardstickSeconds : 1.0;
}

SeriesVerdict testedVerdict(const ComparedSeries& series, double tolerance) {
    const bool isSlower = series.ratio > 1.0;
    const double beyond = isSlower ? series.ratio : 1.0 / series.ratio;
    if (series.adjustedPValue > kFalseAlarms || beyond <= 1.0 + tolerance) {
        return SeriesVerdict::Same;
    }
    if ((isSlower ? series.fastestRatio : 1.0 / series.fastestRatio) <= 1.0 + tolerance / 2.0) {
        return SeriesVerdict::Unsteady;
    }
    if (beyond <= (1.0 + tolerance) * explainedByMachine(series)) {
        return SeriesVerdict::OtherSpeed;
    }
    constexpr double kMostByOthers = 2.0; // half of the processor's time
    if (series.isBusy && beyond <= (1.0 + tolerance) * kMostByOthers) {
        return SeriesVerdict::Unsteady;
    }
    return isSlower ? SeriesVerdict::Slower : SeriesVerdict::Faster;
}

std::set<std::uint32_t> miniBatchesOf(const TimedSeries& series) {
    return {series.miniBatches.begin(), series.miniBatches.end()};
}

bool haveSameMiniBatches(const TimedSeries& before, const TimedSeries& after) {
    const std::set<std::uint32_t> olds = miniBatchesOf(before);
    return olds.size() > 1 && olds == miniBatchesOf(after);
}

/// The samples of each run without what their mini-batches differ by in both runs together.
std::pair<std::vector<double>, std::vector<double>> alignedRuns(const TimedSeries& before, const TimedSeries& after) {
    std::vector<double> all = before.samples;
    all.insert(all.end(), after.samples.begin(), after.samples.end());
    std::vector<std::uint32_t> batches = before.miniBatches;
    batches.insert(batches.end(), after.miniBatches.begin(), after.miniBatches.end());
    return {alignedSamples(before.samples, before.miniBatches, all, batches),
            alignedSamples(after.samples, after.miniBatches, all, batches)};
}

ComparedSeries comparedSeries(const TimedSeries& before, const TimedSeries& after) {
    const bool isAligned = haveSameMiniBatches(before, after);
    const auto [olds, news] = isAligned ? alignedRuns(before, after) : std::pair(before.samples, after.samples);
    const RankTest test =
        isAligned ? alignedRankTest({news, after.miniBatches}, {olds, before.miniBatches}) : mannWhitney(news, olds);
    return {.key = after.key,
            .oldCount = before.samples.size(),
            .newCount = after.samples.size(),
            .oldMedian = median(before.samples),
            .newMedian = median(after.samples),
            .ratio = medianRatio(news, olds),
            .pValue = test.pValue,
            .superiority = test.superiority,
            .fastestRatio = quantile(news, kFastest) / quantile(olds, kFastest),
            .isBusy = before.isBusy || after.isBusy,
            .machineRatio = machineRatioOf(before, after),
            .miniBatches = isAligned ? miniBatchesOf(after).size() : 1,
            .verdict = SeriesVerdict::TooFewSamples};
}

} // namespace

std::size_t RunComparison::count(SeriesVerdict verdict) const {
    return static_cast<std::size_t>(std::count_if(
        series.begin(), series.end(), [verdict](const ComparedSeries& each) { return each.verdict == verdict; }));
}

Result<RunComparison> compareRuns(std::span<const TimedSeries> before, std::span<const TimedSeries> after,
                                  double tolerance) {
    if (!std::isfinite(tolerance) || tolerance < 0.0) {
        return configError(
            fmt::format("the tolerance of a comparison is {:g}%; expected 0% or more", 100.0 * tolerance));
    }
    const Result<SeriesByKey> olds = seriesByKey(before, kOldRun);
    const Result<SeriesByKey> news = olds ? seriesByKey(after, kNewRun) : olds.error();
    TRY(news);
    RunComparison comparison;
    comparison.tolerance = tolerance;
    for (const TimedSeries& timed : after) {
        if (const auto old = olds->find(timed.key); old != olds->end()) {
            comparison.series.push_back(comparedSeries(*old->second, timed));
        } else {
            comparison.onlyNew.push_back(timed.key);
        }
    }
    for (const TimedSeries& timed : before) {
        if (!news->contains(timed.key)) {
            comparison.onlyOld.push_back(timed.key);
        }
    }
    if (comparison.series.empty()) {
        return configError(
            fmt::format("the two runs have no series in common: the first of the old run is {}; of the new run, {}; "
                        "use the same arms, model, dims, batch sizes, threads and mode in both",
                        seriesName(before.front().key), seriesName(after.front().key)));
    }
    const auto most = std::max_element(
        comparison.series.begin(), comparison.series.end(),
        [](const ComparedSeries& left, const ComparedSeries& right) { return left.miniBatches < right.miniBatches; });
    comparison.repeatsNeeded = repeatsFor(comparison.series.size(), most->miniBatches);
    std::vector<ComparedSeries*> testable = testableOf(comparison.series);
    adjust(testable);
    for (ComparedSeries* const series : testable) {
        series->verdict = testedVerdict(*series, tolerance);
    }
    return comparison;
}

std::string_view verdictText(SeriesVerdict verdict) {
    switch (verdict) {
    case SeriesVerdict::Same: return "same";
    case SeriesVerdict::Slower: return "slower";
    case SeriesVerdict::Faster: return "faster";
    case SeriesVerdict::OtherSpeed: return "other speed";
    case SeriesVerdict::Unsteady: return "unsteady";
    case SeriesVerdict::TooFewSamples: break;
    }
    return "too few samples";
}

std::string seriesName(const BenchKey& key) {
    const std::string dim = key.dim == 0 ? "" : fmt::format(", dim {}", key.dim);
    return fmt::format("{}, {}{}, batch size {}, {} thread{}{}", key.arm, key.model, dim, key.batch, key.threads,
                       key.threads == 1 ? "" : "s", key.work == Work::Training ? ", training" : "");
}

std::vector<std::string> linesOn(const RunComparison& comparison) {
    const double percent = 100.0 * comparison.tolerance;
    std::vector<std::string> lines;
    const auto add = [&](SeriesVerdict verdict, std::string_view one, std::string_view many, const std::string& rest) {
        const std::size_t count = comparison.count(verdict);
        if (count > 0 || verdict == SeriesVerdict::Slower) {
            lines.push_back(
                fmt::format("{} of {} series {} {}", count, comparison.series.size(), count == 1 ? one : many, rest));
        }
    };
    add(SeriesVerdict::Slower, "is", "are", fmt::format("slower by more than {:g}%", percent));
    add(SeriesVerdict::Faster, "is", "are", fmt::format("faster by more than {:g}%", percent));
    add(SeriesVerdict::Unsteady, "is", "are",
        "unsteady: other processes used the machine, or only the typical run differs and the fastest runs do not, as "
        "when they use it for a while; repeat the benchmark");
    add(SeriesVerdict::OtherSpeed, "has", "have",
        "no verdict: the machine itself ran at another speed, which explains the difference; repeat the run");
    add(SeriesVerdict::TooFewSamples, "has", "have",
        fmt::format("too few samples for a verdict; use at least {} repeats in both runs", comparison.repeatsNeeded));
    if (!comparison.onlyOld.empty()) {
        lines.push_back(seriesOnlyIn(kOldRun, comparison.onlyOld.size(), seriesName(comparison.onlyOld.front())));
    }
    if (!comparison.onlyNew.empty()) {
        lines.push_back(seriesOnlyIn(kNewRun, comparison.onlyNew.size(), seriesName(comparison.onlyNew.front())));
    }
    return lines;
}

} // namespace batchscope
