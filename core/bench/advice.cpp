// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/advice.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>

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
        parts.push_back(fmt::format("{} other{}", others, others == 1 ? "" : "s"));
    }
    return listed(parts);
}

std::string sizeList(const std::vector<std::size_t>& sizes) {
    std::vector<std::string> texts;
    texts.reserve(sizes.size());
    for (const std::size_t size : sizes) {
        texts.push_back(withThousands(size));
    }
    return listedFew(std::move(texts));
}

/// "at batch size 8", "at batch sizes 1, 2 and 4"
std::string batchSizesText(const std::vector<std::size_t>& sizes) {
    return fmt::format("at batch size{} {}", sizes.size() == 1 ? "" : "s", sizeList(sizes));
}

/// In steps of ten, since a share has no range of its own.
int coarsePercent(double share) {
    constexpr double kSteps = 10.0;
    return 10 * static_cast<int>(std::lround(kSteps * share));
}

// From which batch size folding pays.

std::string whereFaster(const BreakEven& found) {
    std::string where;
    if (!found.from || found.sizes() == 1) {
        where = "A" + batchSizesText(found.faster).substr(1);
    } else if (found.isFitted) {
        where = fmt::format("From a batch size of about {} on", found.shownFrom());
    } else if (found.slower.empty() && found.open.empty()) {
        where = fmt::format("From the smallest batch size measured ({}) on", *found.from);
    } else {
        where = fmt::format("From batch size {} on", *found.from);
    }
    return fmt::format("{}, {} is faster than {}", where, found.folded, found.regular);
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
    return isOnlySize ? fmt::format(": about {:g} times as fast", factor)
                      : fmt::format(": about {:g} times as fast at batch size {}", factor, batch);
}

/// Empty if no sample tells anything about the two: their doubts are told elsewhere.
std::string breakEvenText(const BreakEven& found, const BenchSeries& folded, const BenchSeries& regular) {
    if (found.faster.empty() && found.slower.empty()) {
        const bool isSeen = std::any_of(found.open.begin(), found.open.end(), [&](std::size_t batch) {
            return seenRatio(*regular.at(batch), *folded.at(batch)).has_value();
        });
        return isSeen ? fmt::format("A{}, the samples do not show whether {} or {} is faster.",
                                    batchSizesText(found.open).substr(1), found.folded, found.regular)
                      : std::string();
    }
    std::string text;
    if (found.faster.empty()) {
        const std::string where =
            found.open.empty() && found.slower.size() > 1
                ? fmt::format("At every batch size measured ({} to {})", found.smallest(), found.largest())
                : "A" + batchSizesText(found.slower).substr(1);
        text = fmt::format("{}, {} is slower than {}.", where, found.folded, found.regular);
    } else {
        text = whereFaster(found) + timesFaster(found, folded, regular) + '.';
        text += found.slower.empty() ? "" : fmt::format(" It is slower {}.", batchSizesText(found.slower));
    }
    return text + (found.open.empty() ? ""
                                      : fmt::format(" The samples do not show which of the two is faster {}.",
                                                    batchSizesText(found.open)));
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
        {phases.compute, "computing"},
        {phases.parse + phases.build + phases.schedule + phases.plan, "construction (graph, schedule and plan)"},
        {phases.backward + phases.update, "the backward pass"},
        {phases.gather + phases.scatter, "copying rows"},
        {phases.readout, "reading out results"},
    }};
    std::vector<std::pair<int, std::string_view>> shares;
    for (const auto& [seconds, part] : parts) {
        if (seconds >= kAlmostAll * phases.total()) {
            return fmt::format("almost all of its time on {}", part);
        }
        shares.emplace_back(coarsePercent(seconds / phases.total()), part);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const auto& left, const auto& right) { return left.first > right.first; });
    std::vector<std::string> texts;
    for (const auto& [percent, part] : shares) {
        if (percent >= kWorthSaying || texts.empty()) {
            texts.push_back(texts.empty() ? fmt::format("about {}% of its time on {}", percent, part)
                                          : fmt::format("about {}% on {}", percent, part));
        }
    }
    return listed(texts);
}

std::string timeText(const AdvisedPlace& place) {
    const std::vector<const BenchSeries*> folded = mainFolded(place);
    const BenchResult& result = (folded.empty() ? place.series.front() : folded.front())->last();
    if (doubtAbout(result) != BenchDoubt::None || !(result.phases.total() > 0.0)) {
        return {};
    }
    return fmt::format("At batch size {}, {} spends {}.", result.batch, result.arm, shareTexts(result.phases));
}

// Which policy is fastest.

std::string lossText(const BenchResult& result, const BenchResult& fastest) {
    constexpr double kSaidAsFactor = 2.0;
    constexpr double kPercent = 100.0;
    const double factor = coarseFactor(*provenRatio(result, fastest));
    if (factor <= 1.0) {
        return fmt::format("{} takes slightly longer", result.arm);
    }
    return factor < kSaidAsFactor ? fmt::format("{} takes about {}% longer", result.arm,
                                                static_cast<int>(std::lround(kPercent * (factor - 1.0))))
                                  : fmt::format("{} takes about {:g} times as long", result.arm, factor);
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
    const auto shareText = [](int percent) {
        return percent == 0 ? std::string("less than 5%") : fmt::format("about {}%", percent);
    };
    return fmt::format(
        " {} needs fewer launches than {} ({} instead of {}), but spends {} of its time on scheduling instead of {}.",
        result.arm, fastest.arm, withThousands(result.figures.launches), withThousands(fastest.figures.launches),
        shareText(percentOf(result)), shareText(percentOf(fastest)));
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
        return fmt::format("At batch size {}, {} is the fastest policy measured: {}.", fastest.batch, fastest.arm,
                           lost) +
               trades;
    }
    return fmt::format("At batch size {}, the samples do not show which of these is fastest: {}.", fastest.batch,
                       listedFew(equals)) +
           (losses.empty() ? "" : fmt::format(" Compared with {}, {}.", fastest.arm, lost)) + trades;
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
    return percent > 0 ? fmt::format("At batch size {}, about {}% of the rows that {} computes are padding.",
                                     series.last().batch, percent, series.last().arm)
                       : std::string();
}

// All of it.

std::vector<AdvisedPlace> placesOf(std::span<const BenchSeries> all) {
    std::vector<BenchKey> keys;
    std::vector<AdvisedPlace> places;
    for (const BenchSeries& series : all) {
        const BenchKey key = placeOf(series.first());
        const auto found = std::find(keys.begin(), keys.end(), key);
        const auto index = static_cast<std::size_t>(found - keys.begin());
        if (found == keys.end()) {
            keys.push_back(key);
            places.emplace_back();
        }
        places[index].series.push_back(&series);
    }
    const CurveNames names(keys);
    for (std::size_t index = 0; index < places.size(); ++index) {
        const std::string text = names.distinct(keys[index]);
        places[index].prefix = text.empty() ? text : text + ": ";
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
                return breakEven.folded == folded->first().arm && breakEven.place == placeOf(folded->first());
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

/// What nothing is concluded from, and why.
void addDoubts(std::span<const BenchResult> results, std::vector<std::string>& lines) {
    const std::string plainOnly = "so only which of two is faster is told, where that is plain";
    const auto tell = [&](BenchDoubt doubt, std::string_view one, std::string_view many, std::string_view what,
                          const std::string& follows, std::string_view help) {
        const auto isDoubted = [&](const BenchResult& result) { return doubtAbout(result) == doubt; };
        const auto count = static_cast<std::size_t>(std::count_if(results.begin(), results.end(), isDoubted));
        if (count == 0) {
            return;
        }
        const std::string who = results.size() == 1       ? fmt::format("The only result {}", one)
                                : count == results.size() ? fmt::format("All {} results {}", count, many)
                                                          : fmt::format("{} of {} results {}", count, results.size(),
                                                                        count == 1 ? one : many);
        const std::string_view noConclusion = count == results.size() ? "so nothing can be concluded from this run"
                                              : count == 1            ? "so it is left out here"
                                                                      : "so they are left out here";
        lines.push_back(
            fmt::format("{} {}, {}{}.", who, what, follows.empty() ? noConclusion : std::string_view(follows), help));
    };
    tell(BenchDoubt::Different, "has", "have", "other values than the regular run", {}, "");
    tell(BenchDoubt::TooFew, "has", "have", "too few samples", {},
         fmt::format("; use at least {} repeats", kFewestForProof));
    tell(BenchDoubt::Busy, "is", "are", "noisy because other processes used the machine", plainOnly,
         "; measure again while it is idle");
    tell(BenchDoubt::Varying, "is", "are", "noisy because the samples differ too much", plainOnly,
         "; measure again with more repeats");
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
        lines.push_back(fmt::format(
            "{} more finding{} not listed; measure fewer widths, thread counts or arms at a time to see all of them.",
            more, more == 1 ? " is" : "s are"));
    }
    addDoubts(report.results, lines);
    const auto trains = [](const BenchResult& result) { return result.work == Work::Training; };
    const auto trained = std::count_if(report.results.begin(), report.results.end(), trains);
    const bool areAlike = trained == 0 || static_cast<std::size_t>(trained) == report.results.size();
    if (hasFindings && areAlike) { // else each finding says it
        lines.emplace_back(trained > 0 ? "These are times of training: forward, loss and backward."
                                       : "These are times of inference; training was not measured.");
    }
    return lines;
}

std::vector<std::string> adviceByTitle(BenchReport report) {
    for (BenchResult& result : report.results) {
        result.arm = armTitle(curveKeyOf(result).arm);
    }
    return adviceOn(report);
}

} // namespace batchscope
