// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/base/check.h"
#include "core/bench/arms.h"
#include "core/bench/cost_fit.h"
#include "core/bench/ratios.h"
#include "core/words/plot_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace batchscope {

namespace {

bool isPositive(double value) {
    return std::isfinite(value) && value > 0.0;
}

/// None for what has no place on a logarithmic axis.
std::optional<double> ifPositive(double value) {
    return isPositive(value) ? std::optional(value) : std::nullopt;
}

std::optional<MedianRange> rangeOfSamples(const BenchResult& result) {
    return result.samples.empty() ? std::nullopt : std::optional(medianRange(result.samples));
}

PlotPoint pointAt(const BenchReport& report, std::size_t index, double y) {
    const BenchResult& result = report.results[index];
    PlotPoint point;
    point.x = static_cast<double>(result.batch);
    point.y = y;
    point.result = index;
    point.isNoisy = result.noisy;
    return point;
}

/// Keeps the curve if anything is on it.
void keepCurve(PlotFigure& figure, PlotCurve curve) {
    if (!curve.points.empty()) {
        figure.curves.push_back(std::move(curve));
    }
}

std::vector<CurveKey> keysOf(const std::vector<PlotCurve>& curves) {
    std::vector<CurveKey> keys;
    keys.reserve(curves.size());
    std::transform(curves.begin(), curves.end(), std::back_inserter(keys),
                   [](const PlotCurve& curve) { return curve.key; });
    return keys;
}

/// Curves that were left out have no say in what differs.
void nameCurves(PlotFigure& figure) {
    const CurveNames names(keysOf(figure.curves));
    for (PlotCurve& curve : figure.curves) {
        curve.name = names.name(curve.key);
    }
    figure.caption = names.common();
}

void addTimes(PlotFigure& figure, const BenchReport& report) {
    for (const CurveSeries& series : seriesOf(report.results)) {
        PlotCurve curve{.key = series.key};
        for (const std::size_t index : series.results) {
            const BenchResult& result = report.results[index];
            if (!isPositive(result.medianSeconds) || result.batch == 0) {
                continue;
            }
            PlotPoint point = pointAt(report, index, result.medianSeconds);
            if (const std::optional<MedianRange> range = rangeOfSamples(result); range && isPositive(range->low)) {
                point.range = range;
            }
            if (result.grouping != kRegularGrouping) {
                point.factor = ifPositive(result.speedup);
            }
            for (const double sample : result.samples) {
                if (isPositive(sample)) {
                    curve.dots.push_back({point.x, sample});
                }
            }
            curve.points.push_back(point);
        }
        keepCurve(figure, std::move(curve));
    }
}

/// Straight on linear axes only, so on others it takes points in between.
constexpr std::size_t kFitPoints = 41;

/// The key of the curve that the arm has in that place. The report must hold at least one such result.
CurveKey keyOfPlace(const BenchReport& report, const BenchPlace& place, const std::string& arm) {
    const auto found = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        return result.arm == arm && benchPlaceOf(result) == place;
    });
    return curveKeyOf(*found);
}

/// Between the smallest and the largest size, at equal distances on a logarithmic axis.
std::vector<PlotDot> lineOf(const CostFit& fit, double smallest, double largest) {
    std::vector<PlotDot> line;
    line.reserve(kFitPoints);
    for (std::size_t index = 0; index < kFitPoints; ++index) {
        const double share = static_cast<double>(index) / static_cast<double>(kFitPoints - 1);
        const double x = smallest * std::pow(largest / smallest, share);
        line.push_back({x, fit.fixedSeconds + fit.perTreeSeconds * x});
    }
    return line;
}

/// Found at several sizes: from a single one on there is nothing to break even at.
bool isShown(const BreakEven& found) {
    return found.from && found.sizes() > 1;
}

std::string paysText(const BreakEven& found, std::string_view who) {
    if (found.isFitted) {
        return fmt::format("{} pays from about {} on", who, treesText(found.shownFrom()));
    }
    return found.slower.empty() && found.open.empty()
               ? fmt::format("{} pays at every measured size", who)
               : fmt::format("{} pays from {} on", who, treesText(found.shownFrom()));
}

/// What the times prove beyond their points: the line a + b · n of each curve that one describes, and from which batch
/// size folding pays. Nothing is added where cost_fit.h claims nothing.
void addFits(PlotFigure& figure, const BenchReport& report) {
    const std::vector<CostFit> fits = fitCosts(report.results);
    for (PlotCurve& curve : figure.curves) {
        const auto fit = std::find_if(fits.begin(), fits.end(), [&](const CostFit& candidate) {
            return candidate.describes() && keyOfPlace(report, candidate.place, candidate.arm) == curve.key;
        });
        if (fit != fits.end()) {
            curve.fit = PlotFit{fit->fixedSeconds, fit->perTreeSeconds,
                                lineOf(*fit, curve.points.front().x, curve.points.back().x)};
        }
    }
    std::vector<BreakEven> shown = breakEvens(report.results);
    std::erase_if(shown, [](const BreakEven& found) { return !isShown(found); });
    std::vector<CurveKey> keys;
    std::transform(shown.begin(), shown.end(), std::back_inserter(keys),
                   [&](const BreakEven& found) { return keyOfPlace(report, found.place, found.folded); });
    const CurveNames names(keys);
    for (std::size_t index = 0; index < shown.size(); ++index) {
        const std::string which = names.distinct(keys[index]);
        figure.marks.push_back({static_cast<double>(shown[index].shownFrom()), keys[index],
                                paysText(shown[index], which.empty() ? std::string("folding") : which)});
    }
}

/// Part of the speed-up of a result, and the slower arm that it is measured against.
struct SpeedupPart {
    std::optional<double> value;
    const BenchResult* slower = nullptr;
};

SpeedupPart speedupPartOf(const BenchReport& report, const BenchResult& result, CurvePart part) {
    const std::optional<double> none;
    switch (part) {
    case CurvePart::Batching:
        return {result.grouping == kRegularGrouping ? none : ifPositive(result.speedup),
                regularBeside(report.results, result, result.kernels)};
    case CurvePart::Engine: // one curve for all arms on the same kernels: it compares regular with regular
        return {result.grouping == kRegularGrouping && result.kernels ? result.speedupEngine : none,
                regularBeside(report.results, result, std::nullopt)};
    case CurvePart::Both: // on LibTorch, the same as batching
        return {result.grouping != kRegularGrouping && result.kernels ? result.speedupBoth : none,
                regularBeside(report.results, result, std::nullopt)};
    case CurvePart::Whole: break;
    }
    return {};
}

/// The low end of the slower arm over the high end of the faster one, and the other way round.
std::optional<MedianRange> rangeOfRatio(const BenchResult* slower, const BenchResult& faster) {
    if (slower == nullptr) {
        return std::nullopt;
    }
    const std::optional<MedianRange> above = rangeOfSamples(*slower);
    const std::optional<MedianRange> below = rangeOfSamples(faster);
    if (!above || !below || !isPositive(above->low) || !isPositive(below->low)) {
        return std::nullopt;
    }
    return MedianRange{above->low / below->high, above->high / below->low};
}

void addSpeedupPart(PlotFigure& figure, const BenchReport& report, CurvePart part) {
    for (const CurveSeries& series : seriesOf(report.results)) {
        PlotCurve curve{.key = series.key, .part = part};
        for (const std::size_t index : series.results) {
            const BenchResult& result = report.results[index];
            const SpeedupPart found = speedupPartOf(report, result, part);
            if (!found.value || !isPositive(*found.value) || result.batch == 0) {
                continue;
            }
            PlotPoint point = pointAt(report, index, *found.value);
            point.range = rangeOfRatio(found.slower, result);
            point.isNoisy = point.isNoisy || (found.slower != nullptr && found.slower->noisy);
            curve.points.push_back(point);
        }
        keepCurve(figure, std::move(curve));
    }
}

std::string_view partName(CurvePart part) {
    switch (part) {
    case CurvePart::Batching: return "batching";
    case CurvePart::Engine: return "engine";
    case CurvePart::Both: return "both";
    case CurvePart::Whole: break;
    }
    return {};
}

void addSpeedups(PlotFigure& figure, const BenchReport& report) {
    for (const CurvePart part : {CurvePart::Batching, CurvePart::Engine, CurvePart::Both}) {
        addSpeedupPart(figure, report, part);
    }
    // The engine's curves are of regular, which must not count as one more arm beside those that batch.
    std::vector<PlotCurve> ofArms;
    std::vector<PlotCurve> ofEngine;
    for (const PlotCurve& curve : figure.curves) {
        (curve.part == CurvePart::Engine ? ofEngine : ofArms).push_back(curve);
    }
    const CurveNames armNames(keysOf(ofArms));
    const CurveNames engineNames(keysOf(ofEngine));
    for (PlotCurve& curve : figure.curves) {
        const CurveNames& names = curve.part == CurvePart::Engine ? engineNames : armNames;
        const std::string which = names.distinct(curve.key);
        curve.name = fmt::format("{}{}{}", which, which.empty() ? "" : ", ", partName(curve.part));
    }
    figure.caption = ofArms.empty() ? engineNames.common() : armNames.common();
}

} // namespace

PlotFigure figureOf(const BenchReport& report, PlotKind kind) {
    BATCHSCOPE_CHECK(isOfCurves(kind));
    PlotFigure figure;
    if (kind == PlotKind::Speedup) {
        addSpeedups(figure, report);
    } else {
        addTimes(figure, report);
        addFits(figure, report);
        nameCurves(figure);
    }
    if (figure.isEmpty()) {
        figure.emptyReason = report.results.empty()      ? words::kPlotNothingMeasured
                             : kind == PlotKind::Speedup ? words::kPlotNoSpeedup
                                                         : words::kPlotNoTimes;
    }
    return figure;
}

} // namespace batchscope
