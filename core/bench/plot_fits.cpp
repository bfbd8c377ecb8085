// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_fits.h"

#include "core/bench/cost_fit.h"
#include "core/bench/ratios.h"
#include "core/words/plot_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace batchscope {

namespace {

/// Straight on linear axes only, so on others it takes points in between.
constexpr std::size_t kFitPoints = 41;

CurveKey keyOfPlace(const BenchPlace& place, const std::string& arm) {
    return {place.model, arm, place.dim, place.threads, place.work, place.run};
}

/// Between the smallest and the largest size, at equal distances on a logarithmic axis.
std::vector<PlotDot> lineOf(const CostFit& fit, double smallest, double largest, PlottedTime plotted) {
    std::vector<PlotDot> line;
    line.reserve(kFitPoints);
    for (std::size_t index = 0; index < kFitPoints; ++index) {
        const double share = static_cast<double>(index) / static_cast<double>(kFitPoints - 1);
        const double x = smallest * std::pow(largest / smallest, share);
        const double seconds = fit.fixedSeconds + fit.perTreeSeconds * x;
        line.push_back({x, plotted == PlottedTime::Tree ? seconds / x : seconds});
    }
    return line;
}

/// Found at several sizes: from a single one on there is nothing to break even at.
bool isShown(const BreakEven& found) {
    return found.from && found.sizes() > 1;
}

std::string paysText(const BreakEven& found, std::string_view who) {
    if (found.isFitted) {
        return words::paysFromAbout(who, treesText(found.shownFrom()));
    }
    return found.slower.empty() && found.open.empty() ? words::paysAtAllSizes(who)
                                                      : words::paysFromSize(who, treesText(found.shownFrom()));
}

} // namespace

void addFits(PlotFigure& figure, const BenchReport& report, PlottedTime plotted) {
    const std::vector<CostFit> fits = fitCosts(report.results);
    for (PlotCurve& curve : figure.curves) {
        const auto fit = std::find_if(fits.begin(), fits.end(), [&curve](const CostFit& candidate) {
            return candidate.describes() && keyOfPlace(candidate.place, candidate.arm) == curve.key;
        });
        if (fit != fits.end()) {
            curve.fit = PlotFit{fit->fixedSeconds, fit->perTreeSeconds,
                                lineOf(*fit, curve.points.front().x, curve.points.back().x, plotted)};
        }
    }
    std::vector<BreakEven> shown = breakEvens(report.results);
    std::erase_if(shown, [](const BreakEven& found) { return !isShown(found); });
    std::vector<CurveKey> keys;
    std::transform(shown.begin(), shown.end(), std::back_inserter(keys),
                   [](const BreakEven& found) { return keyOfPlace(found.place, found.folded); });
    const CurveNames names(keys);
    for (std::size_t index = 0; index < shown.size(); ++index) {
        std::string which = names.distinct(keys[index]);
        if (which.empty() && !keys[index].run.empty()) { // the other runs have no break-even point
            which = fmt::format("{}, {}", words::kFolding, keys[index].run);
        }
        figure.marks.push_back({static_cast<double>(shown[index].shownFrom()), keys[index],
                                paysText(shown[index], which.empty() ? std::string(words::kFolding) : which)});
    }
}

} // namespace batchscope
