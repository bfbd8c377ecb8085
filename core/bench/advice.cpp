// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/advice.h"

#include "core/base/text.h"
#include "core/bench/cost_fit.h"
#include "core/words/advice_words.h"
#include "core/words/execution_words.h"
#include "core/words/plot_words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace batchscope {

namespace {

/// A list in a sentence is cut after so many.
constexpr std::size_t kMostListed = 6;

/// Series of one place, and what sets this place apart: a prefix, empty if there is only one.
struct AdvisedPlace {
    std::vector<const BenchSeries*> series;
    std::string prefix;
};

std::string listedFew(std::vector<std::string> parts) {
    if (parts.size() > kMostListed + 1) {
        const std::size_t others = parts.size() - kMostListed;
        parts.resize(kMostListed);
        parts.push_back(words::andOthers(others));
    }
    return words::listed(parts);
}

std::string sizeList(const std::vector<std::size_t>& sizes) {
    std::vector<std::string> texts;
    texts.reserve(sizes.size());
    for (const std::size_t size : sizes) {
        texts.push_back(withThousands(size));
    }
    return listedFew(std::move(texts));
}

/// In steps of ten, since a share has no range of its own.
int coarsePercent(double share) {
    constexpr double kSteps = 10.0;
    return 10 * static_cast<int>(std::lround(kSteps * share));
}

// From which batch size folding pays.

std::string whereFaster(const BreakEven& found, const words::AdvisedArms& arms) {
    if (!found.from || found.sizes() == 1) {
        return words::fasterAtSizes(arms, {sizeList(found.faster), found.faster.size()});
    }
    if (found.isFitted) {
        return words::fasterFromAbout(arms, found.shownFrom());
    }
    return found.slower.empty() && found.open.empty() ? words::fasterFromSmallest(arms, *found.from)
                                                      : words::fasterFromSize(arms, *found.from);
}

/// How many times as fast, at the largest batch size where it is.
std::string timesFaster(const BreakEven& found, const BenchSeries& folded, const BenchSeries& regular) {
    const std::size_t batch = found.faster.back();
    const bool isOnlySize = found.faster.size() == 1 && found.from.value_or(batch) == batch;
    const std::optional<SpeedRatio> ratio = provenRatio(*regular.at(batch), *folded.at(batch));
    const double factor = ratio ? coarseFactor(*ratio) : 1.0;
    if (factor <= 1.0) {
        return {};
    }
    return isOnlySize ? words::timesAsFastThere(factor) : words::timesAsFast(factor, batch);
}

/// Empty if no sample tells anything about the two: their doubts are told elsewhere.
std::string breakEvenText(const BreakEven& found, const BenchSeries& folded, const BenchSeries& regular) {
    const words::AdvisedArms arms{found.folded, found.regular};
    const std::string slower = sizeList(found.slower);
    const std::string open = sizeList(found.open);
    if (found.faster.empty() && found.slower.empty()) {
        const bool isSeen = std::any_of(found.open.begin(), found.open.end(), [&](std::size_t batch) {
            return seenRatio(*regular.at(batch), *folded.at(batch)).has_value();
        });
        return isSeen ? words::sizesShowNoOrder(arms, {open, found.open.size()}) : std::string();
    }
    std::string text;
    if (found.faster.empty()) {
        text = found.open.empty() && found.slower.size() > 1
                   ? words::slowerAtAllSizes(arms, found.smallest(), found.largest())
                   : words::slowerAtSizes(arms, {slower, found.slower.size()});
    } else {
        text = whereFaster(found, arms) + timesFaster(found, folded, regular) + '.';
        text += found.slower.empty() ? "" : words::alsoSlowerAt({slower, found.slower.size()});
    }
    return text + (found.open.empty() ? "" : words::alsoNoOrderAt({open, found.open.size()}));
}

bool isByDepth(const BenchSeries& series) {
    return series.first().grouping == "folded:depth";
}

/// Of the folded arms on each kind of kernels the one by depth, or else the first.
std::vector<const BenchSeries*> mainFolded(const AdvisedPlace& place) {
    std::vector<const BenchSeries*> found;
    for (const BenchSeries* series : place.series) {
        if (!isFoldedSeries(*series)) {
            continue;
        }
        const auto same = std::find_if(found.begin(), found.end(), [&](const BenchSeries* other) {
            return other->first().kernels == series->first().kernels;
        });
        if (same == found.end()) {
            found.push_back(series);
        } else if (isByDepth(*series) && !isByDepth(**same)) {
            *same = series;
        }
    }
    return found;
}

// Where the time goes.

std::string shareTexts(const PhaseSeconds& phases) {
    constexpr double kAlmostAll = 0.95;
    constexpr int kWorthSaying = 20;
    const std::array<std::pair<double, std::string_view>, 5> parts = {{
        {phases.compute, words::kTimeOnComputing},
        {phases.parse + phases.build + phases.schedule + phases.plan, words::kTimeOnConstruction},
        {phases.backward + phases.update, words::kTimeOnBackward},
        {phases.gather + phases.scatter, words::kTimeOnCopying},
        {phases.readout, words::kTimeOnReadOut},
    }};
    std::vector<std::pair<int, std::string_view>> shares;
    for (const auto& [seconds, part] : parts) {
        if (seconds >= kAlmostAll * phases.total()) {
            return words::almostAllTime(part);
        }
        shares.emplace_back(coarsePercent(seconds / phases.total()), part);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& left, const auto& right) { return left.first > right.first; });
    std::vector<std::string> texts;
    for (const auto& [percent, part] : shares) {
        if (percent >= kWorthSaying || texts.empty()) {
            texts.push_back(texts.empty() ? words::firstShareOfTime(percent, part)
                                          : words::nextShareOfTime(percent, part));
        }
    }
    return words::listed(texts);
}

std::string timeText(const AdvisedPlace& place) {
    const std::vector<const BenchSeries*> folded = mainFolded(place);
    const BenchResult& result = (folded.empty() ? place.series.front() : folded.front())->last();
    if (doubtAbout(result) != BenchDoubt::None || !(result.phases.total() > 0.0)) {
        return {};
    }
    return words::timeGoes(result.batch, result.arm, shareTexts(result.phases));
}

// Which policy is fastest.

std::string lossText(const BenchResult& result, const BenchResult& fastest) {
    constexpr double kSaidAsFactor = 2.0;
    constexpr double kPercent = 100.0;
    const double factor = coarseFactor(*provenRatio(result, fastest));
    if (factor <= 1.0) {
        return words::takesSlightlyLonger(result.arm);
    }
    return factor < kSaidAsFactor
               ? words::takesPercentLonger(result.arm, static_cast<int>(std::lround(kPercent * (factor - 1.0))))
               : words::takesTimesAsLong(result.arm, factor);
}

/// What a policy gains in launches it may lose by choosing; empty unless both are plain.
std::string tradeText(const BenchResult& result, const BenchResult& fastest) {
    constexpr int kPlainly = 20;
    const auto percentOf = [](const BenchResult& of) {
        return of.phases.total() > 0.0 ? coarsePercent(of.phases.schedule / of.phases.total()) : 0;
    };
    if (result.figures.launches >= fastest.figures.launches || percentOf(result) < percentOf(fastest) + kPlainly) {
        return {};
    }
    const std::string launches = withThousands(result.figures.launches);
    const std::string ofFastest = withThousands(fastest.figures.launches);
    return words::fewerLaunchesLongerSchedule(
        {result.arm, fastest.arm, launches, ofFastest, percentOf(result), percentOf(fastest)});
}

/// Results of different policies in one cell, on the same kernels and without doubts.
std::string policyText(const std::vector<const BenchResult*>& results) {
    const BenchResult& fastest =
        **std::min_element(results.begin(), results.end(), [](const auto* left, const auto* right) {
            return left->medianSeconds < right->medianSeconds;
        });
    std::vector<std::string> equals;
    std::vector<std::string> losses;
    std::string trades;
    for (const BenchResult* result : results) {
        if (result == &fastest || provenOrder(fastest, *result) != ProvenOrder::Faster) {
            equals.push_back(result->arm);
        } else {
            losses.push_back(lossText(*result, fastest));
            trades = trades.empty() ? tradeText(*result, fastest) : trades;
        }
    }
    const std::string lost = listedFew(losses);
    if (equals.size() == 1) {
        return words::fastestPolicy(fastest.batch, fastest.arm, lost) + trades;
    }
    return words::fastestPolicies(fastest.batch, listedFew(equals)) +
           (losses.empty() ? "" : words::comparedWith(fastest.arm, lost)) + trades;
}

/// Of all policies on the kernels of `main`, at its largest batch size; empty of a single one.
std::string policyTextBeside(const BenchSeries& main, const AdvisedPlace& place) {
    std::vector<const BenchResult*> results;
    std::set<std::string_view> groupings; // one policy may have two names
    for (const BenchSeries* series : place.series) {
        const BenchResult* const result = series->at(main.last().batch);
        if (isFoldedSeries(*series) && series->first().kernels == main.first().kernels && result != nullptr &&
            doubtAbout(*result) == BenchDoubt::None && groupings.insert(result->grouping).second) {
            results.push_back(result);
        }
    }
    return results.size() > 1 ? policyText(results) : std::string();
}

/// No time, so no doubt about samples matters.
std::string paddingText(const BenchSeries& series) {
    const int percent = coarsePercent(series.last().paddingWaste);
    return percent > 0 ? words::paddingWastes(series.last().batch, series.last().arm, percent) : std::string();
}

// All of it.

std::string prefixOf(const BenchPlace& place, std::span<const BenchPlace> all) {
    const auto differs = [&](auto member) {
        return std::any_of(all.begin(), all.end(),
                           [&](const BenchPlace& other) { return other.*member != place.*member; });
    };
    std::string text = differs(&BenchPlace::model) ? place.model : std::string();
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    if (differs(&BenchPlace::dim)) {
        add(place.dim == 0 ? std::string(words::kAdviceForOwnDims) : words::dimNamed(place.dim));
    }
    if (differs(&BenchPlace::threads)) {
        add(words::threadsNamed(place.threads));
    }
    if (differs(&BenchPlace::work)) {
        add(std::string(workText(place.work)));
    }
    return text.empty() ? text : text + ": ";
}

std::vector<AdvisedPlace> placesOf(std::span<const BenchSeries> all) {
    std::vector<BenchPlace> keys;
    std::vector<AdvisedPlace> places;
    for (const BenchSeries& series : all) {
        const BenchPlace key = benchPlaceOf(series.first());
        const auto found = std::find(keys.begin(), keys.end(), key);
        const auto index = static_cast<std::size_t>(found - keys.begin());
        if (found == keys.end()) {
            keys.push_back(key);
            places.emplace_back();
        }
        places[index].series.push_back(&series);
    }
    for (std::size_t index = 0; index < places.size(); ++index) {
        places[index].prefix = prefixOf(keys[index], keys);
    }
    return places;
}

/// Kind by kind, so that a list that is cut has some of each place.
std::vector<std::string> findingsOn(std::span<const BenchResult> results) {
    const std::vector<BenchSeries> all = benchSeries(results);
    const std::vector<AdvisedPlace> places = placesOf(all);
    const std::vector<BreakEven> compared = breakEvens(results);
    std::vector<std::string> findings;
    const auto add = [&](const AdvisedPlace& place, const std::string& text) {
        if (!text.empty()) {
            findings.push_back(place.prefix + text);
        }
    };
    for (const AdvisedPlace& place : places) {
        for (const BenchSeries* folded : mainFolded(place)) {
            const auto found = std::find_if(compared.begin(), compared.end(), [&](const BreakEven& breakEven) {
                return breakEven.folded == folded->first().arm && breakEven.place == benchPlaceOf(folded->first());
            });
            if (found != compared.end()) {
                add(place, breakEvenText(*found, *folded, *regularSeriesFor(*folded, all)));
            }
        }
    }
    for (const AdvisedPlace& place : places) {
        for (const BenchSeries* folded : mainFolded(place)) {
            add(place, policyTextBeside(*folded, place));
        }
    }
    for (const AdvisedPlace& place : places) {
        add(place, timeText(place));
    }
    for (const AdvisedPlace& place : places) {
        for (const BenchSeries* series : place.series) {
            add(place, paddingText(*series));
        }
    }
    return findings;
}

void addDoubts(std::span<const BenchResult> results, std::vector<std::string>& lines) {
    const auto tell = [&](BenchDoubt doubt, auto text) {
        const auto count = std::count_if(results.begin(), results.end(),
                                         [&](const auto& result) { return doubtAbout(result) == doubt; });
        if (count > 0) {
            lines.push_back(text(words::DoubtedResults{static_cast<std::size_t>(count), results.size()}));
        }
    };
    tell(BenchDoubt::Different, words::resultsDiffer);
    tell(BenchDoubt::TooFew, [](words::DoubtedResults few) { return words::tooFewSamples(few, kFewestForProof); });
    tell(BenchDoubt::Busy, words::noisyOnBusyMachine);
    tell(BenchDoubt::Varying, words::noisyResults);
}

} // namespace

double coarseFactor(const SpeedRatio& ratio) {
    constexpr double kLeastStep = 0.05;
    constexpr double kMostStep = 0.25;
    const double width = std::min(std::max(ratio.high - ratio.low, kLeastStep * ratio.value), kMostStep * ratio.value);
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    double step = 10.0 * power;
    for (const double digit : {5.0, 2.0, 1.0}) {
        step = digit * power >= width ? digit * power : step;
    }
    return std::round(ratio.value / step) * step;
}

std::vector<std::string> adviceOn(const BenchReport& report) {
    std::vector<std::string> lines = findingsOn(report.results);
    const bool hasFindings = !lines.empty();
    if (lines.size() > kMostFindings) {
        const std::size_t more = lines.size() - kMostFindings;
        lines.resize(kMostFindings);
        lines.push_back(words::moreFindings(more));
    }
    addDoubts(report.results, lines);
    const auto trains = [](const BenchResult& result) { return result.work == Work::Training; };
    const auto trained = std::count_if(report.results.begin(), report.results.end(), trains);
    const bool areAlike = trained == 0 || static_cast<std::size_t>(trained) == report.results.size();
    if (hasFindings && areAlike) { // else each finding says it
        lines.emplace_back(trained > 0 ? words::kTimesOfTraining : words::kTimesOfInference);
    }
    return lines;
}

} // namespace batchscope
