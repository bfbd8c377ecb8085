// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_advice.h"

#include "core/base/text.h"
#include "core/bench/advice.h"
#include "core/bench/cost_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

/// Remarks are read, not searched: the document has all of them.
constexpr std::size_t kMostFits = 12;

/// Fitted figures are not known to three digits.
std::string fittedSeconds(double seconds) {
    const double unit = seconds > 0.0 ? std::pow(10.0, std::floor(std::log10(seconds)) - 1.0) : 1.0;
    constexpr double kHair = 1.0 + 1e-12; // just below 1 ms it would be 1e+03 µs
    return formatSeconds(kHair * std::round(seconds / unit) * unit);
}

std::string lineText(const CostFit& fit) {
    if (fit.perTreeSeconds == 0.0) {
        return fmt::format("{} at any batch size", fittedSeconds(fit.fixedSeconds));
    }
    const std::string growing = fmt::format("{} × batch size", fittedSeconds(fit.perTreeSeconds));
    return fit.fixedSeconds == 0.0 ? growing : fmt::format("{} + {}", fittedSeconds(fit.fixedSeconds), growing);
}

std::string nameInPlace(const CostFit& fit) {
    const std::string dim = fit.place.dim > 0 ? fmt::format(", dim {}", fit.place.dim) : std::string();
    return fmt::format("{}, {}{}, {} thread{}", fit.arm, fit.place.model, dim, fit.place.threads,
                       fit.place.threads == 1 ? "" : "s");
}

std::string costText(const CostFit& fit) {
    const double percent = 100.0 * fit.worstResidual;
    return fit.describes() ? fmt::format("{} (within {:.0f}%)", lineText(fit), std::max(1.0, std::ceil(percent)))
                           : fmt::format("no line fits (off by up to {:.0f}%)", percent);
}

void addFits(std::vector<std::string>& lines, const std::vector<CostFit>& fits) {
    if (fits.empty()) {
        return;
    }
    const bool isOnePlace =
        std::all_of(fits.begin(), fits.end(), [&](const CostFit& fit) { return fit.place == fits.front().place; });
    lines.emplace_back();
    lines.emplace_back("time of a step, fitted to the medians:");
    for (std::size_t index = 0; index < std::min(fits.size(), kMostFits); ++index) {
        const CostFit& fit = fits[index];
        lines.push_back(fmt::format("{}: {}", isOnePlace ? fit.arm : nameInPlace(fit), costText(fit)));
    }
    if (fits.size() > kMostFits) {
        lines.push_back(fmt::format("{} more: see --json", fits.size() - kMostFits));
    }
}

} // namespace

void addAdvice(std::vector<std::string>& lines, const BenchReport& report) {
    addFits(lines, fitCosts(report.results));
    const std::vector<std::string> advice = adviceOn(report);
    if (!advice.empty()) {
        lines.emplace_back();
        lines.insert(lines.end(), advice.begin(), advice.end());
    }
}

} // namespace batchscope
