// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as plots: which there are, and what each shows. Everything is computed here, so that front ends only
// draw, and a plot of curves is added here alone.
#pragma once

#include "core/base/result.h"
#include "core/base/statistics.h"
#include "core/bench/bench.h"
#include "core/trace/speed_text.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

// The plots that a benchmark can be shown as, once for every front end: lists, scripts and axes all read these rows.

enum class PlotKind : std::uint8_t { Time, Speedup, Phases, Split };

/// What the numbers of an axis are.
enum class PlotUnit : std::uint8_t {
    Arms, ///< no numbers: one place for each arm
    Count,
    Seconds,
    Factor,
};

struct PlotAxis {
    std::string_view label;
    std::string_view brief; ///< the same where there is little room
    PlotUnit unit = PlotUnit::Count;
};

struct PlotKindEntry {
    PlotKind kind;
    std::string_view id; ///< in scripts
    std::string_view title;
    std::string_view about; ///< what the axes are, as a noun phrase
    PlotAxis x;
    PlotAxis y;
};

/// In the order of lists, which is that of the enumerators.
[[nodiscard]] std::span<const PlotKindEntry> plotKinds();
[[nodiscard]] const PlotKindEntry& plotKindEntry(PlotKind kind);
/// Whether figureOf() has it, whose axes are logarithmic; the others are bars.
[[nodiscard]] bool isOfCurves(PlotKind kind);
/// By its id; else a Config error that names those there are.
[[nodiscard]] Result<PlotKind> parsePlotKind(std::string_view id);

// The results of a benchmark as series: what belongs to one curve, and how the curves are told apart in words. Only
// what differs between them is in their names; what they have in common is said once, in the caption.

/// What the results of one series have in common.
/// Of a series: with `@off` where it ran on LibTorch, though its options said so and not its name.
[[nodiscard]] BenchKey curveKeyOf(const BenchResult& result);

/// One of several runs that are shown together.
struct NamedReport {
    std::string run; ///< its name, another one than that of the others
    const BenchReport* report = nullptr;
};

/// The results of all, each with the name of its run, in the order of `reports`. Context and notes are those of the
/// first; its roofline goes where the others were not measured beside it.
[[nodiscard]] BenchReport joinedReports(std::span<const NamedReport> reports);

struct CurveSeries {
    BenchKey key;
    std::vector<std::size_t> results; ///< indices, by rising batch size
};

/// Arm by arm, then by model, work, width, threads and run, each in the order in which it was first measured.
[[nodiscard]] std::vector<CurveSeries> seriesOf(std::span<const BenchResult> results);

/// Names of series by what tells them apart: "Folded by level (engine), dim 300".
class CurveNames {
public:
    /// Arms have their titles (armTitle), as in the window, or their names, as on the command line.
    enum class Arms { Titles, Names };
    explicit CurveNames(std::span<const BenchKey> keys, Arms arms = Arms::Titles);

    /// What tells this series from the others; empty if there are no others.
    [[nodiscard]] std::string distinct(const BenchKey& key) const;
    /// The same for a legend: a series alone is named by its arm.
    [[nodiscard]] std::string name(const BenchKey& key) const;
    /// What all have in common: "tree-lstm, dim 100, 1 thread, inference"; empty without series.
    [[nodiscard]] std::string common() const { return m_common; }

private:
    static constexpr std::size_t kParts = 6;

    Arms m_arms;
    std::array<bool, kParts> m_differs{};
    std::string m_common;
};

/// "32 trees, tree-lstm, Folded by level (engine), dim 100, 1 thread, inference"; without the arm, if it is open.
[[nodiscard]] std::string fullName(const BenchKey& key);

/// In the units of the axes (PlotKindEntry). On a logarithmic axis every number is greater than 0.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    std::optional<MedianRange> range; ///< 95 % confidence of y; none without samples
    std::optional<double> factor;     ///< batching, where it is written next to the point
    std::size_t result = 0;           ///< index into BenchReport::results
    bool isNoisy = false;
};

/// A sample.
struct PlotDot {
    double x = 0.0;
    double y = 0.0;
};

/// Which part of a speed-up a curve shows; a curve of times is whole.
enum class CurvePart : std::uint8_t { Whole, Batching, Engine, Both };

/// The line that sums up a curve of times (cost_fit.h): fixedSeconds + perTreeSeconds · n for n trees.
struct PlotFit {
    double fixedSeconds = 0.0;
    double perTreeSeconds = 0.0;
    std::vector<PlotDot> line; ///< as it is drawn: from the smallest to the largest measured size, by rising x
};

struct PlotCurve {
    std::string name = {}; ///< in the legend: what tells it from the other curves
    BenchKey key;          ///< of the engine's part, that of regular on the same kernels
    CurvePart part = CurvePart::Whole;
    std::vector<PlotPoint> points = {}; ///< by rising batch size, never empty
    std::vector<PlotDot> dots = {};     ///< plot of times only
    std::optional<PlotFit> fit = {};    ///< plot of times only; none where no line describes the curve
};

/// A place on the x axis that the samples prove something about.
struct PlotMark {
    double x = 0.0;
    BenchKey key;      ///< of the curve that it is about
    std::string name;  ///< "folding pays from 6 trees on"
    std::string brief; ///< beside a line in the curve's color: "pays from 6 trees on"
};

struct PlotFigure {
    std::vector<PlotCurve> curves;
    std::vector<PlotMark> marks; ///< plot of times only: the break-even points
    std::string caption;         ///< what all curves have in common
    std::string emptyReason;     ///< a sentence; empty if there are curves

    [[nodiscard]] bool isEmpty() const { return curves.empty(); }
};

/// Any kind of curves (isOfCurves). The speed-ups are those of the results (bench_series.h), for all arms that batch;
/// their ranges are those of both medians, as in core/trace/speed_report.h.
[[nodiscard]] PlotFigure figureOf(const BenchReport& report, PlotKind kind);

// The plots of bars are of one cell of the report: for phases, all arms in one place at one batch size; for a split, a
// folded arm on the engine there.

/// Those that were measured, in that order; for a split, whether its counterparts were measured or not.
[[nodiscard]] std::vector<BenchKey> barCells(const BenchReport& report, PlotKind kind);
/// The first of those with the largest batch; none without any.
[[nodiscard]] std::optional<BenchKey> largestCell(std::span<const BenchKey> cells);
/// What tells each from the others: "32 trees, dim 100"; of a single cell its number of trees.
[[nodiscard]] std::vector<std::string> cellNames(std::span<const BenchKey> cells);

struct PhaseBar {
    std::string arm;
    std::size_t result = 0;      ///< index into BenchReport::results
    std::vector<double> seconds; ///< one for each of PhaseBars::phases; their sum is the median
    bool isNoisy = false;
};

/// Where the time of a step goes, arm by arm.
struct PhaseBars {
    std::vector<std::string> phases; ///< those that took time in any bar, in the order in which they run
    std::vector<PhaseBar> bars;      ///< in order of measurement
    std::string caption;             ///< what all bars have in common
    std::string emptyReason;         ///< a sentence; empty if there are bars

    [[nodiscard]] bool isEmpty() const { return bars.empty(); }
};

/// Empty for a cell that was not measured.
[[nodiscard]] PhaseBars phaseBarsOf(const BenchReport& report, const BenchKey& cell);

/// The speed-up of the folded arm, split into batching and engine, by times of whole steps, construction included.
/// Empty, with the reason, if an arm that it needs was not measured or there is a doubt about it (doubtAbout()).
[[nodiscard]] SpeedSplit splitOfCell(const BenchReport& report, const std::optional<BenchKey>& cell);

} // namespace batchscope
