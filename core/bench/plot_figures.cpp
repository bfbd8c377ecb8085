// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/base/check.h"
#include "core/bench/arms.h"
#include "core/bench/plot_fits.h"
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

bool pads(const BenchResult& result) {
    const Result<Arm> arm = parseArm(result.arm);
    return result.paddingWaste > 0.0 || (arm && (arm->kind == ArmKind::Direct || arm->kind == ArmKind::Padded));
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

/// Seconds of a run, each divided by what `share` says of its result.
void addTimes(PlotFigure& figure, const BenchReport& report, double (*share)(const BenchResult&)) {
    for (const CurveSeries& series : seriesOf(report.results)) {
        PlotCurve curve{.key = series.key};
        for (const std::size_t index : series.results) {
            const BenchResult& result = report.results[index];
            const double parts = share(result);
            if (!isPositive(result.medianSeconds) || result.batch == 0) {
                continue;
            }
            PlotPoint point = pointAt(report, index, result.medianSeconds / parts);
            if (const std::optional<MedianRange> range = rangeOfSamples(result); range && isPositive(range->low)) {
                point.range = {range->low / parts, range->high / parts};
            }
            if (result.grouping != kRegularGrouping) {
                point.factor = ifPositive(result.speedup);
            }
            for (const double sample : result.samples) {
                if (isPositive(sample)) {
                    curve.dots.push_back({point.x, sample / parts});
                }
            }
            curve.points.push_back(point);
        }
        keepCurve(figure, std::move(curve));
    }
}

double wholeRun(const BenchResult& /*result*/) {
    return 1.0;
}

double treesOfRun(const BenchResult& result) {
    return static_cast<double>(result.batch);
}

/// One number of each result; none where it has none.
void addFigures(PlotFigure& figure, const BenchReport& report,
                std::optional<double> (*figureOfResult)(const BenchResult&)) {
    for (const CurveSeries& series : seriesOf(report.results)) {
        PlotCurve curve{.key = series.key};
        for (const std::size_t index : series.results) {
            const std::optional<double> value = figureOfResult(report.results[index]);
            if (value && report.results[index].batch > 0) {
                PlotPoint point = pointAt(report, index, *value);
                point.isNoisy = false; // counts are exact, however unsteady the times are
                curve.points.push_back(point);
            }
        }
        keepCurve(figure, std::move(curve));
    }
}

std::optional<double> launchesOf(const BenchResult& result) {
    return ifPositive(static_cast<double>(result.figures.launches));
}

std::optional<double> stateBytesOf(const BenchResult& result) {
    return ifPositive(static_cast<double>(result.figures.memoryBytes));
}

std::optional<double> paddingOf(const BenchResult& result) {
    return pads(result) ? std::optional(result.paddingWaste) : std::nullopt;
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
    case CurvePart::Batching: return words::kBatchingCurve;
    case CurvePart::Engine: return words::kEngineCurve;
    case CurvePart::Both: return words::kBothCurve;
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

std::string rateText(double perSecond, std::string_view unit) {
    constexpr double kGiga = 1e9;
    return fmt::format("{:.3g} G{}", perSecond / kGiga, unit);
}

/// What a result has no place in the roofline for; the counts are of those left out.
struct LeftOut {
    std::size_t withoutProducts = 0;
    std::size_t withoutCopies = 0;
    std::size_t ofOtherThreads = 0;
};

/// None where the result is left out.
std::optional<PlotPoint> rooflinePoint(const BenchReport& report, std::size_t index, LeftOut& leftOut) {
    const BenchResult& result = report.results[index];
    const double flops = result.figures.productFlops;
    if (result.threads != report.context.roofline->threads) {
        ++leftOut.ofOtherThreads;
        return std::nullopt;
    }
    if (!isPositive(flops) || !isPositive(result.medianSeconds)) {
        ++leftOut.withoutProducts;
        return std::nullopt;
    }
    if (result.figures.bytesCopied == 0) {
        ++leftOut.withoutCopies;
        return std::nullopt;
    }
    PlotPoint point = pointAt(report, index, flops / result.medianSeconds);
    point.x = flops / static_cast<double>(result.figures.bytesCopied);
    if (const std::optional<MedianRange> range = rangeOfSamples(result); range && isPositive(range->low)) {
        point.range = {flops / range->high, flops / range->low};
    }
    return point;
}

void noteLeftOut(PlotFigure& figure, const LeftOut& leftOut, int threads) {
    if (figure.isEmpty()) {
        figure.emptyReason = leftOut.withoutCopies > 0     ? words::kPlotNoCopies
                             : leftOut.withoutProducts > 0 ? words::kPlotNoProducts
                                                           : words::limitsOfOtherThreads(threads);
        return;
    }
    if (leftOut.withoutCopies > 0) {
        figure.notes.push_back(words::leftOutWithoutCopies(leftOut.withoutCopies));
    }
    if (leftOut.ofOtherThreads > 0) {
        figure.notes.push_back(words::leftOutOtherThreads(leftOut.ofOtherThreads, threads));
    }
}

void addRoofline(PlotFigure& figure, const BenchReport& report) {
    if (!report.context.roofline) {
        return;
    }
    const Roofline& roofline = *report.context.roofline;
    LeftOut leftOut;
    for (const CurveSeries& series : seriesOf(report.results)) {
        PlotCurve curve{.key = series.key};
        for (const std::size_t index : series.results) {
            if (const std::optional<PlotPoint> point = rooflinePoint(report, index, leftOut)) {
                curve.points.push_back(*point);
            }
        }
        keepCurve(figure, std::move(curve));
    }
    noteLeftOut(figure, leftOut, roofline.threads);
    if (!figure.isEmpty()) {
        figure.limits = {
            {words::multiplyAddLimit(rateText(roofline.fmaFlops, words::kFlopsPerSecond)), roofline.fmaFlops, 0.0},
            {words::copyLimit(rateText(roofline.copyBytes, words::kBytesPerSecond)), 0.0, roofline.copyBytes}};
    }
}

/// Of a report with results.
std::string_view whyEmpty(PlotKind kind) {
    switch (kind) {
    case PlotKind::Speedup: return words::kPlotNoSpeedup;
    case PlotKind::Launches: return words::kPlotNoLaunches;
    case PlotKind::Padding: return words::kPlotNoPadding;
    case PlotKind::Memory: return words::kPlotNoMemory;
    case PlotKind::Roofline: return words::kPlotNoRoofline;
    case PlotKind::Time:
    case PlotKind::TimePerTree:
    case PlotKind::Phases:
    case PlotKind::Split: break;
    }
    return words::kPlotNoTimes;
}

} // namespace

PlotFigure figureOf(const BenchReport& report, PlotKind kind) {
    PlotFigure figure;
    switch (kind) {
    case PlotKind::Time:
        addTimes(figure, report, wholeRun);
        addFits(figure, report, PlottedTime::Run);
        break;
    case PlotKind::TimePerTree:
        addTimes(figure, report, treesOfRun);
        addFits(figure, report, PlottedTime::Tree);
        break;
    case PlotKind::Speedup: addSpeedups(figure, report); break;
    case PlotKind::Launches: addFigures(figure, report, launchesOf); break;
    case PlotKind::Padding: addFigures(figure, report, paddingOf); break;
    case PlotKind::Memory: addFigures(figure, report, stateBytesOf); break;
    case PlotKind::Roofline: addRoofline(figure, report); break;
    case PlotKind::Phases:
    case PlotKind::Split: BATCHSCOPE_CHECK(isOfCurves(kind));
    }
    if (kind != PlotKind::Speedup) {
        nameCurves(figure);
    }
    if (figure.isEmpty() && figure.emptyReason.empty()) {
        figure.emptyReason = report.results.empty() ? words::kPlotNothingMeasured : whyEmpty(kind);
    }
    return figure;
}

} // namespace batchscope
