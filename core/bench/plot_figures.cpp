// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bench/plot_figures.h"

#include "core/base/check.h"
#include "core/base/choice.h"
#include "core/bench/arms.h"
#include "core/bench/bench_series.h"
#include "core/bench/cost_fit.h"
#include "core/trace/phase_seconds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>

namespace batchscope {

namespace {

constexpr PlotAxis kOverTrees = {"trees per run", "trees per run", PlotUnit::Count};
constexpr PlotAxis kArmAxis = {"", "", PlotUnit::Arms};

constexpr auto kPlotKinds = std::to_array<PlotKindEntry>({
    {PlotKind::Time,
     "time",
     "Time per run",
     "Time per run against the number of trees",
     kOverTrees,
     {"time per run", "time", PlotUnit::Seconds}},
    {PlotKind::Speedup,
     "speed-up",
     "Speed-up",
     "Speed-up by batching, engine and both against the number of trees",
     kOverTrees,
     {"speed-up", "speed-up", PlotUnit::Factor}},
    {PlotKind::Phases,
     "phases",
     "Phases",
     "Time of each phase of a run, one bar for each arm",
     {"median time of each phase", "time", PlotUnit::Seconds},
     kArmAxis},
    {PlotKind::Split,
     "split",
     "Split",
     "Times whose ratios are the speed-up: by batching and by engine",
     {"median time per run", "time", PlotUnit::Seconds},
     kArmAxis},
});

// Why a plot is empty.
constexpr std::string_view kNothingMeasured = "Nothing has been measured yet.";
constexpr std::string_view kNoTimes = "No time was recorded in this measurement.";
constexpr std::string_view kNoSpeedup =
    "There is no speed-up to show. A speed-up compares a way to run with regular on "
    "the same kernels, so measure regular and another one.";
constexpr std::string_view kNoSplit =
    "There is no speed-up to split. Measure regular and folded, each on the engine and on LibTorch (@off).";

/// The place of a value among those met so far.
template <typename T>
std::size_t firstSeenAt(std::map<T, std::size_t>& seen, const T& value) {
    return seen.emplace(value, seen.size()).first->second;
}

/// What a name may consist of, each part empty where there is nothing to say.
std::array<std::string, 6> nameParts(const BenchKey& key, CurveNames::Arms arms) {
    return {key.model,
            arms == CurveNames::Arms::Titles && !key.arm.empty() ? armTitle(key.arm) : key.arm,
            key.dim > 0 ? fmt::format("dim {}", key.dim) : std::string(),
            fmt::format("{} thread{}", key.threads, key.threads == 1 ? "" : "s"),
            std::string(workText(key.work)),
            key.run};
}

constexpr std::size_t kDimPart = 2; // of nameParts()

/// The parts that differ, or those that do not.
std::string joinedParts(const BenchKey& key, CurveNames::Arms arms, std::span<const bool> differs, bool wanted) {
    std::vector<std::string> texts;
    const auto parts = nameParts(key, arms);
    for (std::size_t part = 0; part < parts.size(); ++part) {
        const bool isOwnWidth = wanted && part == kDimPart && key.dim == 0;
        if (differs[part] == wanted && (isOwnWidth || !parts[part].empty())) {
            texts.push_back(isOwnWidth ? "own widths" : parts[part]);
        }
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

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

std::vector<BenchKey> keysOf(const std::vector<PlotCurve>& curves) {
    std::vector<BenchKey> keys;
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

/// The key of the curve that shows the series. The report must hold at least one result of it.
BenchKey keyOfSeries(const BenchReport& report, const BenchKey& series) {
    const auto found = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        BenchKey key = keyOf(result);
        key.batch = 0;
        return key == series;
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

std::string paysText(const BreakEven& found) {
    return found.slower.empty() && found.open.empty() ? std::string("pays at every measured size")
                                                      : fmt::format("pays from {} on", treesText(*found.from));
}

/// What the times prove beyond their points: the line a + b · n of each curve that one describes, and from which batch
/// size folding pays. Nothing is added where cost_fit.h claims nothing.
void addFits(PlotFigure& figure, const BenchReport& report) {
    const std::vector<CostFit> fits = fitCosts(report.results);
    for (PlotCurve& curve : figure.curves) {
        const auto fit = std::find_if(fits.begin(), fits.end(), [&](const CostFit& candidate) {
            return candidate.describes() && keyOfSeries(report, candidate.key) == curve.key;
        });
        if (fit != fits.end()) {
            curve.fit = PlotFit{fit->fixedSeconds, fit->perTreeSeconds,
                                lineOf(*fit, curve.points.front().x, curve.points.back().x)};
        }
    }
    std::vector<BreakEven> shown = breakEvens(report.results);
    std::erase_if(shown, [](const BreakEven& found) { return !isShown(found); });
    std::vector<BenchKey> keys;
    std::transform(shown.begin(), shown.end(), std::back_inserter(keys), [&](const BreakEven& found) {
        BenchKey series = found.place;
        series.arm = found.folded;
        return keyOfSeries(report, series);
    });
    const CurveNames names(keys);
    for (std::size_t index = 0; index < shown.size(); ++index) {
        const std::string which = names.distinct(keys[index]);
        const std::string pays = paysText(shown[index]);
        figure.marks.push_back({static_cast<double>(*shown[index].from), keys[index],
                                fmt::format("{} {}", which.empty() ? "folding" : which, pays), pays});
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

std::string splitOfFewSamples(std::string_view arm, std::size_t samples, std::size_t needed) {
    return fmt::format("No split: {} has {} sample{}, and a range takes at least {}. Measure with more repeats.", arm,
                       samples, samples == 1 ? "" : "s", needed);
}

std::string splitOfNoise(std::string_view arm, std::string_view reason) {
    return fmt::format("No split: {} is noisy: {}. Measure again with more repeats or on a quieter machine.", arm,
                       reason);
}

bool isSplit(const BenchResult& result) {
    return result.kernels && result.grouping.starts_with(kFoldedGrouping);
}

std::optional<std::size_t> indexIn(const BenchReport& report, const BenchKey& cell, std::string_view grouping,
                                   PassChoice kernels) {
    const auto found = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        return cellOf(result) == cell && result.grouping == grouping && result.kernels == kernels;
    });
    return found == report.results.end() ? std::nullopt
                                         : std::optional(static_cast<std::size_t>(found - report.results.begin()));
}

/// A sentence; empty if there is no doubt.
std::string doubtText(const BenchResult& result) {
    switch (doubtAbout(result)) {
    case BenchDoubt::None: return {};
    case BenchDoubt::Different:
        return fmt::format(
            "No split: the values of {} are not those of the regular run, so its time is of another computation.",
            result.arm);
    case BenchDoubt::TooFew: return splitOfFewSamples(result.arm, result.samples.size(), kFewestForProof);
    case BenchDoubt::Busy: return splitOfNoise(result.arm, noiseText(SpeedVerdict::Busy, result.load));
    case BenchDoubt::Varying: return splitOfNoise(result.arm, noiseText(SpeedVerdict::Varying, result.load));
    }
    return {};
}

SpeedSplit withoutPicture(std::string_view reason) {
    SpeedSplit split;
    split.emptyReason = reason;
    return split;
}

} // namespace

std::span<const PlotKindEntry> plotKinds() {
    return kPlotKinds;
}

const PlotKindEntry& plotKindEntry(PlotKind kind) {
    return kPlotKinds[static_cast<std::size_t>(kind)];
}

bool isOfCurves(PlotKind kind) {
    return plotKindEntry(kind).y.unit != PlotUnit::Arms;
}

Result<PlotKind> parsePlotKind(std::string_view id) {
    std::array<std::string_view, kPlotKinds.size()> ids;
    std::transform(kPlotKinds.begin(), kPlotKinds.end(), ids.begin(), [](const PlotKindEntry& row) { return row.id; });
    return parseChoice<PlotKind>(id, ids, "plot");
}

BenchKey curveKeyOf(const BenchResult& result) {
    const Result<Arm> arm = parseArm(result.arm);
    BenchKey key = placeOf(result);
    key.arm = arm && takesPasses(arm->kind) && !arm->passes && !result.kernels ? result.arm + "@off" : result.arm;
    return key;
}

BenchReport joinedReports(std::span<const NamedReport> reports) {
    BenchReport joined;
    for (const NamedReport& each : reports) {
        if (each.report == reports.front().report) {
            joined.context = each.report->context;
            joined.notes = each.report->notes;
        }
        for (const BenchResult& result : each.report->results) {
            joined.results.push_back(result);
            joined.results.back().run = each.run;
        }
    }
    if (reports.size() > 1) {
        joined.context.roofline.reset();
    }
    return joined;
}

std::vector<CurveSeries> seriesOf(std::span<const BenchResult> results) {
    std::map<std::string, std::size_t> arms;
    std::map<std::string, std::size_t> models;
    std::map<std::int32_t, std::size_t> dims;
    std::map<int, std::size_t> threads;
    std::map<Work, std::size_t> works;
    std::map<std::string, std::size_t> runs;
    std::map<std::array<std::size_t, 6>, CurveSeries> byPlace;
    for (std::size_t index = 0; index < results.size(); ++index) {
        const BenchKey key = curveKeyOf(results[index]);
        const std::array<std::size_t, 6> place = {firstSeenAt(arms, key.arm),        firstSeenAt(models, key.model),
                                                  firstSeenAt(works, key.work),      firstSeenAt(dims, key.dim),
                                                  firstSeenAt(threads, key.threads), firstSeenAt(runs, key.run)};
        CurveSeries& series = byPlace[place];
        series.key = key;
        series.results.push_back(index);
    }
    std::vector<CurveSeries> all;
    all.reserve(byPlace.size());
    for (auto& [place, series] : byPlace) {
        std::stable_sort(series.results.begin(), series.results.end(), [&](std::size_t left, std::size_t right) {
            return results[left].batch < results[right].batch;
        });
        all.push_back(std::move(series));
    }
    return all;
}

CurveNames::CurveNames(std::span<const BenchKey> keys, Arms arms) : m_arms(arms) {
    if (keys.empty()) {
        return;
    }
    const BenchKey& first = keys.front();
    for (const BenchKey& key : keys) {
        const std::array<bool, kParts> differs = {key.model != first.model, key.arm != first.arm,
                                                  key.dim != first.dim,     key.threads != first.threads,
                                                  key.work != first.work,   key.run != first.run};
        std::transform(differs.begin(), differs.end(), m_differs.begin(), m_differs.begin(), std::logical_or<>());
    }
    m_common = joinedParts(first, m_arms, m_differs, false);
}

std::string CurveNames::distinct(const BenchKey& key) const {
    return joinedParts(key, m_arms, m_differs, true);
}

std::string CurveNames::name(const BenchKey& key) const {
    const std::string text = distinct(key);
    return text.empty() ? nameParts(key, m_arms)[1] : text;
}

std::string fullName(const BenchKey& key) {
    return fmt::format("{}, {}", treesText(key.batch), CurveNames(std::span(&key, 1)).common());
}

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
        figure.emptyReason = report.results.empty()      ? kNothingMeasured
                             : kind == PlotKind::Speedup ? kNoSpeedup
                                                         : kNoTimes;
    }
    return figure;
}

std::vector<BenchKey> barCells(const BenchReport& report, PlotKind kind) {
    std::vector<BenchKey> cells;
    for (const BenchResult& result : report.results) {
        const BenchKey cell = kind == PlotKind::Split ? keyOf(result) : cellOf(result);
        const bool isShown = kind != PlotKind::Split || isSplit(result);
        if (isShown && std::find(cells.begin(), cells.end(), cell) == cells.end()) {
            cells.push_back(cell);
        }
    }
    return cells;
}

std::optional<BenchKey> largestCell(std::span<const BenchKey> cells) {
    const auto largest = std::max_element(cells.begin(), cells.end(), [](const BenchKey& left, const BenchKey& right) {
        return left.batch < right.batch;
    });
    return largest == cells.end() ? std::nullopt : std::optional(*largest);
}

std::vector<std::string> cellNames(std::span<const BenchKey> cells) {
    const CurveNames names(cells);
    std::vector<std::string> texts;
    for (const BenchKey& cell : cells) {
        const std::string which = names.distinct(cell);
        texts.push_back(fmt::format("{}{}{}", treesText(cell.batch), which.empty() ? "" : ", ", which));
    }
    return texts;
}

PhaseBars phaseBarsOf(const BenchReport& report, const BenchKey& cell) {
    PhaseBars made;
    std::vector<PhaseEntry> phases;
    for (const PhaseEntry& entry : phaseEntries()) {
        const bool tookTime = std::any_of(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
            return cellOf(result) == cell && result.phases.*entry.seconds > 0.0;
        });
        if (tookTime) {
            phases.push_back(entry);
            made.phases.emplace_back(entry.name);
        }
    }
    for (std::size_t index = 0; index < report.results.size() && !phases.empty(); ++index) {
        const BenchResult& result = report.results[index];
        if (cellOf(result) != cell) {
            continue;
        }
        PhaseBar bar{curveKeyOf(result).arm, index, {}, result.noisy};
        std::transform(phases.begin(), phases.end(), std::back_inserter(bar.seconds),
                       [&result](const PhaseEntry& entry) { return result.phases.*entry.seconds; });
        made.bars.push_back(std::move(bar));
    }
    if (made.isEmpty()) {
        made.emptyReason = report.results.empty() ? kNothingMeasured : kNoTimes;
    } else {
        made.caption = fullName(cell);
    }
    return made;
}

namespace {

/// Indices of the results that a split shows, in the order regular@off, regular, folded@off, folded; nothing for an
/// arm that was not measured.
std::array<std::optional<std::size_t>, kTimedArmCount> splitResults(const BenchReport& report, const BenchKey& cell) {
    const auto folded = std::find_if(report.results.begin(), report.results.end(), [&](const BenchResult& result) {
        return isSplit(result) && keyOf(result) == cell;
    });
    if (folded == report.results.end()) {
        return {};
    }
    const BenchKey place = cellOf(*folded);
    return {indexIn(report, place, kRegularGrouping, std::nullopt),
            indexIn(report, place, kRegularGrouping, folded->kernels),
            indexIn(report, place, folded->grouping, std::nullopt),
            static_cast<std::size_t>(folded - report.results.begin())};
}

} // namespace

SpeedSplit splitOfCell(const BenchReport& report, const std::optional<BenchKey>& cell) {
    if (report.results.empty()) {
        return withoutPicture(kNothingMeasured);
    }
    if (!cell) {
        return withoutPicture(kNoSplit);
    }
    const auto results = splitResults(report, *cell);
    ArmTimes times;
    std::vector<std::string> notes;
    for (std::size_t arm = 0; arm < kTimedArmCount; ++arm) {
        if (!results[arm]) {
            continue;
        }
        const BenchResult& result = report.results[*results[arm]];
        const std::string doubt = doubtText(result);
        if (doubt.empty()) {
            times[arm] = medianTimeOf(result.samples);
        } else if (static_cast<TimedArm>(arm) == TimedArm::FoldedOff) { // of the second way only
            notes.push_back(doubt);
        } else {
            return withoutPicture(doubt);
        }
    }
    SpeedSplit split = splitOf(times);
    if (!split.isEmpty()) {
        split.caption = fullName(*cell);
        split.notes = std::move(notes);
    }
    return split;
}

} // namespace batchscope
