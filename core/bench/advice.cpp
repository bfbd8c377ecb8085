// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/advice.h"

#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace batchscope {

namespace {

/// Series of one place, and what sets this place apart: a prefix, empty if there is only one.
struct AdvisedPlace {
    std::vector<const BenchSeries*> series;
    std::string prefix;
};

/// "at batch size 8", "at batch sizes 1, 2 and 4"
std::string batchSizesText(const std::vector<std::size_t>& sizes) {
    std::vector<std::string> texts;
    std::transform(sizes.begin(), sizes.end(), std::back_inserter(texts), withThousands);
    return fmt::format("at batch size{} {}", sizes.size() == 1 ? "" : "s", listed(texts));
}

/// How many times as fast, at the largest batch size where it is; empty where the samples do not tell.
std::string timesFaster(const BreakEven& found, const BenchSeries& folded, const BenchSeries& regular) {
    const std::size_t batch = found.faster.back();
    const std::optional<SpeedRatio> ratio = provenRatio(*regular.at(batch), *folded.at(batch));
    return ratio ? fmt::format(": {:.2g} times as fast at batch size {}", ratio->value, batch) : std::string();
}

/// From which batch size folding pays. Empty if no sample tells anything about the two: their doubts are told
/// elsewhere.
std::string breakEvenText(const BreakEven& found, const BenchSeries& folded, const BenchSeries& regular) {
    std::vector<std::string> sentences;
    if (!found.faster.empty()) {
        const std::string where = found.from && found.sizes() > 1
                                      ? fmt::format("from a batch size of {} on", *found.from)
                                      : batchSizesText(found.faster);
        sentences.push_back(fmt::format("{} is faster than {} {}{}.", found.folded, found.regular, where,
                                        timesFaster(found, folded, regular)));
    }
    if (!found.slower.empty()) {
        sentences.push_back(
            fmt::format("{} is slower than {} {}.", found.folded, found.regular, batchSizesText(found.slower)));
    }
    const bool isSeen = std::any_of(found.open.begin(), found.open.end(), [&](std::size_t batch) {
        return seenRatio(*regular.at(batch), *folded.at(batch)).has_value();
    });
    if (isSeen) {
        sentences.push_back(fmt::format("The samples do not show whether {} or {} is faster {}.", found.folded,
                                        found.regular, batchSizesText(found.open)));
    }
    return fmt::format("{}", fmt::join(sentences, " "));
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

/// Results of different policies in one cell, on the same kernels and without doubts.
std::string policyText(const std::vector<const BenchResult*>& results) {
    const BenchResult& fastest =
        **std::min_element(results.begin(), results.end(), [](const auto* left, const auto* right) {
            return left->medianSeconds < right->medianSeconds;
        });
    std::vector<std::string> equals;
    std::vector<std::string> losses;
    for (const BenchResult* result : results) {
        if (result == &fastest || provenOrder(fastest, *result) != ProvenOrder::Faster) {
            equals.push_back(result->arm);
        } else {
            losses.push_back(
                fmt::format("{} takes {:.2g} times as long", result->arm, provenRatio(*result, fastest)->value));
        }
    }
    return equals.size() == 1 ? fmt::format("At batch size {}, {} is the fastest policy measured: {}.", fastest.batch,
                                            fastest.arm, listed(losses))
                              : fmt::format("At batch size {}, the samples do not show which of these is fastest: {}.",
                                            fastest.batch, listed(equals));
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
    return findings;
}

/// What nothing is concluded from, and why.
void addDoubts(std::span<const BenchResult> results, std::vector<std::string>& lines) {
    constexpr std::string_view kPlainOnly = "only which of two is faster is told, where that is plain";
    const std::array<std::pair<BenchDoubt, std::string>, 4> reasons = {{
        {BenchDoubt::Different, "other values than the regular run; nothing is concluded from them"},
        {BenchDoubt::TooFew,
         fmt::format("too few samples; nothing is concluded from them; use at least {} repeats", kFewestForProof)},
        {BenchDoubt::Busy,
         fmt::format("noisy because other processes used the machine; {}; measure again while it is idle", kPlainOnly)},
        {BenchDoubt::Varying, fmt::format("noisy because the samples differ too much; {}; measure again with more "
                                          "repeats",
                                          kPlainOnly)},
    }};
    for (const auto& [doubt, reason] : reasons) {
        const auto count = std::count_if(results.begin(), results.end(), [doubt = doubt](const BenchResult& result) {
            return doubtAbout(result) == doubt;
        });
        if (count > 0) {
            lines.push_back(fmt::format("{} of {} results: {}.", count, results.size(), reason));
        }
    }
}

} // namespace

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
