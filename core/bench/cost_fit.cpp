// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/cost_fit.h"

#include "core/base/cost_line.h"
#include "core/base/counted.h"
#include "core/base/text.h"
#include "core/bench/arms.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace batchscope {

namespace {

std::vector<CostPoint> costPoints(const BenchSeries& series) {
    std::vector<CostPoint> points;
    for (const BenchResult* result : series.bySize) {
        if (std::isfinite(result->medianSeconds) && result->medianSeconds > 0.0) {
            points.push_back({static_cast<double>(result->batch), result->medianSeconds});
        }
    }
    return points;
}

double worstResidualOf(const CostLine& line, std::span<const CostPoint> points) {
    double worst = 0.0;
    for (const CostPoint& point : points) {
        worst = std::max(worst, std::abs(line.at(point.size) / point.seconds - 1.0));
    }
    return worst;
}

/// The smallest size at which folding is faster, if it is also faster at all larger sizes.
std::optional<std::size_t> provenFrom(const BreakEven& found) {
    const auto isAfterFaster = [&](const std::vector<std::size_t>& sizes) {
        return !sizes.empty() && sizes.back() > found.faster.front();
    };
    return found.faster.empty() || isAfterFaster(found.slower) || isAfterFaster(found.open)
               ? std::nullopt
               : std::optional(found.faster.front());
}

std::optional<BreakEven> breakEvenOf(const BenchSeries& folded, std::span<const BenchSeries> all) {
    const BenchSeries* const regular = isFoldedSeries(folded) ? regularSeriesFor(folded, all) : nullptr;
    if (regular == nullptr) {
        return std::nullopt;
    }
    BreakEven found;
    found.regular = regular->first().arm;
    found.folded = folded.first().arm;
    found.place = placeOf(folded.first());
    for (const BenchResult* result : folded.bySize) {
        const BenchResult* const reference = regular->at(result->batch);
        if (reference == nullptr) {
            continue;
        }
        switch (provenOrder(*result, *reference)) {
        case ProvenOrder::Faster:
            found.faster.push_back(result->batch);
            found.gain = provenRatio(*reference, *result);
            break;
        case ProvenOrder::Slower: found.slower.push_back(result->batch); break;
        case ProvenOrder::Open:
            found.open.push_back(result->batch);
            found.isOpenSeen = found.isOpenSeen || seenRatio(*reference, *result).has_value();
            break;
        }
    }
    if (found.sizes() == 0) {
        return std::nullopt;
    }
    found.from = provenFrom(found);
    return found;
}

} // namespace

std::optional<CostFit> fitCost(const BenchSeries& series) {
    const std::vector<CostPoint> points = costPoints(series);
    if (points.size() < kFewestForFit) {
        return std::nullopt;
    }
    const CostLine line = bestCostLine(points);
    BenchKey key = placeOf(series.first());
    key.arm = series.first().arm;
    return CostFit{.key = std::move(key),
                   .fixedSeconds = line.fixed,
                   .perTreeSeconds = line.perUnit,
                   .worstResidual = worstResidualOf(line, points),
                   .sizes = points.size()};
}

std::vector<CostFit> fitCosts(std::span<const BenchResult> results) {
    std::vector<CostFit> fits;
    for (const BenchSeries& series : benchSeries(results)) {
        if (std::optional<CostFit> fit = fitCost(series)) {
            fits.push_back(std::move(*fit));
        }
    }
    return fits;
}

std::vector<BreakEven> breakEvens(std::span<const BenchResult> results) {
    const std::vector<BenchSeries> all = benchSeries(results);
    std::vector<BreakEven> found;
    for (const BenchSeries& series : all) {
        if (std::optional<BreakEven> breakEven = breakEvenOf(series, all)) {
            found.push_back(std::move(*breakEven));
        }
    }
    return found;
}

namespace {

/// Rounds to two digits, because fitted figures are not accurate to three.
std::string fittedSeconds(double seconds) {
    const double unit = seconds > 0.0 ? std::pow(10.0, std::floor(std::log10(seconds)) - 1.0) : 1.0;
    constexpr double kHair = 1.0 + 1e-12; // avoids "1e+03 µs" just below 1 ms
    return formatSeconds(kHair * std::round(seconds / unit) * unit);
}

std::string fittedLine(const CostFit& fit) {
    if (fit.perTreeSeconds == 0.0) {
        return fmt::format("{} at any batch size", fittedSeconds(fit.fixedSeconds));
    }
    const std::string growing = fmt::format("{} × batch size", fittedSeconds(fit.perTreeSeconds));
    return fit.fixedSeconds == 0.0 ? growing : fmt::format("{} + {}", fittedSeconds(fit.fixedSeconds), growing);
}

std::string costText(const CostFit& fit) {
    const double percent = 100.0 * fit.worstResidual;
    return fit.describes() ? fmt::format("{} (within {:.0f}%)", fittedLine(fit), std::max(1.0, std::ceil(percent)))
                           : fmt::format("no line fits (off by up to {:.0f}%)", percent);
}

} // namespace

std::vector<FittedCost> fittedCosts(const BenchReport& report) {
    const std::vector<CostFit> fits = fitCosts(report.results);
    std::vector<BenchKey> keys;
    std::transform(fits.begin(), fits.end(), std::back_inserter(keys), [](const CostFit& fit) { return fit.key; });
    const CurveNames names(keys, CurveNames::Arms::Names);
    std::vector<FittedCost> costs;
    costs.reserve(fits.size());
    for (const CostFit& fit : fits) {
        costs.push_back({names.name(fit.key), costText(fit)});
    }
    return costs;
}

namespace {

/// "at batch size 8", "at batch sizes 1, 2 and 4"
std::string batchSizesText(const std::vector<std::size_t>& sizes) {
    std::vector<std::string> texts;
    std::transform(sizes.begin(), sizes.end(), std::back_inserter(texts), withThousands);
    return fmt::format("at batch size{} {}", sizes.size() == 1 ? "" : "s", listed(texts));
}

/// Says from which batch size folding pays. Empty if the samples show nothing; addDoubts() gives the reasons.
std::string breakEvenText(const BreakEven& found) {
    std::vector<std::string> sentences;
    if (!found.faster.empty()) {
        const std::string where = found.from && found.sizes() > 1
                                      ? fmt::format("from a batch size of {} on", *found.from)
                                      : batchSizesText(found.faster);
        const std::string factor =
            found.gain ? fmt::format(": {:.2g} times as fast at batch size {}", found.gain->value, found.faster.back())
                       : std::string();
        sentences.push_back(fmt::format("{} is faster than {} {}{}.", found.folded, found.regular, where, factor));
    }
    if (!found.slower.empty()) {
        sentences.push_back(
            fmt::format("{} is slower than {} {}.", found.folded, found.regular, batchSizesText(found.slower)));
    }
    if (found.isOpenSeen) {
        sentences.push_back(fmt::format("The samples do not show whether {} or {} is faster {}.", found.folded,
                                        found.regular, batchSizesText(found.open)));
    }
    return fmt::format("{}", fmt::join(sentences, " "));
}

/// One finding for each folded arm, which begins with its place if there are several.
std::vector<std::string> findingsOn(std::span<const BenchResult> results) {
    const std::vector<BreakEven> compared = breakEvens(results);
    std::vector<BenchKey> places;
    std::transform(compared.begin(), compared.end(), std::back_inserter(places),
                   [](const BreakEven& found) { return found.place; });
    const CurveNames names(places);
    std::vector<std::string> findings;
    for (const BreakEven& found : compared) {
        const std::string place = names.distinct(found.place);
        if (const std::string text = breakEvenText(found); !text.empty()) {
            findings.push_back(place.empty() ? text : fmt::format("{}: {}", place, text));
        }
    }
    return findings;
}

/// Adds the number of doubtful results for each reason.
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
    if (hasFindings && areAlike) { // else each finding names its work
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
