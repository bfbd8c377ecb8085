// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/fitted_costs.h"

#include "core/base/text.h"
#include "core/bench/cost_fit.h"
#include "core/bench/plot_series.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace batchscope {

namespace {

/// Fitted figures are not known to three digits.
std::string fittedSeconds(double seconds) {
    const double unit = seconds > 0.0 ? std::pow(10.0, std::floor(std::log10(seconds)) - 1.0) : 1.0;
    constexpr double kHair = 1.0 + 1e-12; // just below 1 ms it would be 1e+03 µs
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

CurveKey keyOfFit(const CostFit& fit) {
    return {.model = fit.place.model, .arm = fit.arm, .dim = fit.place.dim, .threads = fit.place.threads};
}

} // namespace

std::vector<FittedCost> fittedCosts(const BenchReport& report) {
    const std::vector<CostFit> fits = fitCosts(report.results);
    std::vector<CurveKey> keys;
    std::transform(fits.begin(), fits.end(), std::back_inserter(keys), keyOfFit);
    const CurveNames names(keys, CurveNames::Arms::Names);
    std::vector<FittedCost> costs;
    costs.reserve(fits.size());
    for (const CostFit& fit : fits) {
        costs.push_back({names.name(keyOfFit(fit)), costText(fit)});
    }
    return costs;
}

} // namespace batchscope
