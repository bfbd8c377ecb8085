// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/cost_fit.h"

#include "core/base/cost_line.h"
#include "core/base/text.h"
#include "core/bench/plot_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

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

} // namespace batchscope
