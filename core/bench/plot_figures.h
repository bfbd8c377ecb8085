// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as plots. Everything is computed here, so that front ends only draw. A plot of curves is added only here.
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

// The kinds of plots, defined once for every front end: lists, scripts and axes all read these rows.

enum class PlotKind : std::uint8_t { Time, Speedup, Phases, Split };

/// The unit of an axis.
enum class PlotUnit : std::uint8_t {
    Arms, ///< no numbers: one position per arm
    Count,
    Seconds,
    Factor,
};

struct PlotAxis {
    std::string_view label;
    std::string_view brief; ///< the label if there is little room
    PlotUnit unit = PlotUnit::Count;
};

struct PlotKindEntry {
    PlotKind kind;
    std::string_view id; ///< its name in scripts
    std::string_view title;
    std::string_view about; ///< what the axes show, as a noun phrase
    PlotAxis x;
    PlotAxis y;
};

/// All kinds, in the order of the enumerators, which is also that of lists.
[[nodiscard]] std::span<const PlotKindEntry> plotKinds();
[[nodiscard]] const PlotKindEntry& plotKindEntry(PlotKind kind);
/// True if figureOf() makes this plot, whose axes are logarithmic; the other plots are bars.
[[nodiscard]] bool isOfCurves(PlotKind kind);
/// Finds a kind by its id; a Config error names the valid ids.
[[nodiscard]] Result<PlotKind> parsePlotKind(std::string_view id);

// The results of a benchmark as series, one per curve, and the names of the curves. A name has only the properties that
// differ between the curves; the common ones are given once, in the caption.

/// The key that the results of one series share: the place with the arm. `@off` is added to the arm if it ran on
/// LibTorch because of its options rather than its name.
[[nodiscard]] BenchKey curveKeyOf(const BenchResult& result);

/// A report among several that are shown together.
struct NamedReport {
    std::string run; ///< its name, unique among the runs
    const BenchReport* report = nullptr;
};

/// The results of all reports, each with the name of its run, in the order of `reports`. Context and notes are those of
/// the first; its roofline is dropped if there are several reports, since it was not measured for the others.
[[nodiscard]] BenchReport joinedReports(std::span<const NamedReport> reports);

struct CurveSeries {
    BenchKey key;
    std::vector<std::size_t> results; ///< indices of results, by ascending batch size
};

/// The series, ordered by arm, then model, work, width, threads and run, each in order of first measurement.
[[nodiscard]] std::vector<CurveSeries> seriesOf(std::span<const BenchResult> results);

/// Names series by the properties in which they differ: "Folded by level (engine), dim 300".
class CurveNames {
public:
    /// Arms are shown by title (armTitle), as in the window, or by name, as on the command line.
    enum class Arms { Titles, Names };
    explicit CurveNames(std::span<const BenchKey> keys, Arms arms = Arms::Titles);

    /// The properties that distinguish this series from the others; empty if there are no others.
    [[nodiscard]] std::string distinct(const BenchKey& key) const;
    /// The name for a legend: like distinct(), but a single series is named by its arm.
    [[nodiscard]] std::string name(const BenchKey& key) const;
    /// The properties that all series share: "tree-lstm, dim 100, 1 thread, inference"; empty without series.
    [[nodiscard]] std::string common() const { return m_common; }

private:
    static constexpr std::size_t kParts = 6;

    Arms m_arms;
    std::array<bool, kParts> m_differs{};
    std::string m_common;
};

/// "32 trees, tree-lstm, Folded by level (engine), dim 100, 1 thread, inference"; without the arm if `key` has none.
[[nodiscard]] std::string fullName(const BenchKey& key);

/// A point, in the units of the axes (PlotKindEntry). On a logarithmic axis, every number is greater than 0.
struct PlotPoint {
    double x = 0.0;
    double y = 0.0;
    std::optional<MedianRange> range; ///< 95 % confidence of y; none without samples
    std::optional<double> factor;     ///< batching factor, if it is written next to the point
    std::size_t result = 0;           ///< index into BenchReport::results
    bool isNoisy = false;
};

/// A sample.
struct PlotDot {
    double x = 0.0;
    double y = 0.0;
};

/// The part of a speed-up that a curve shows; a curve of times is Whole.
enum class CurvePart : std::uint8_t { Whole, Batching, Engine, Both };

/// The line that sums up a curve of times (cost_fit.h): fixedSeconds + perTreeSeconds · n for n trees.
struct PlotFit {
    double fixedSeconds = 0.0;
    double perTreeSeconds = 0.0;
    std::vector<PlotDot> line; ///< points to draw, from the smallest to the largest measured size, by ascending x
};

struct PlotCurve {
    std::string name = {}; ///< name in the legend: distinguishes it from the other curves
    BenchKey key;          ///< for CurvePart::Engine, that of regular on the same kernels
    CurvePart part = CurvePart::Whole;
    std::vector<PlotPoint> points = {}; ///< by ascending batch size, never empty
    std::vector<PlotDot> dots = {};     ///< only in the plot of times
    std::optional<PlotFit> fit = {};    ///< only in the plot of times; none if no line describes the curve
};

/// A proven fact about a position on the x axis.
struct PlotMark {
    double x = 0.0;
    BenchKey key;      ///< the curve that it is about
    std::string name;  ///< "folding pays from 6 trees on"
    std::string brief; ///< for use beside a line in the curve's color: "pays from 6 trees on"
};

struct PlotFigure {
    std::vector<PlotCurve> curves;
    std::vector<PlotMark> marks; ///< only in the plot of times: the break-even points
    std::string caption;         ///< what all curves have in common
    std::string emptyReason;     ///< a sentence; empty if there are curves

    [[nodiscard]] bool isEmpty() const { return curves.empty(); }
};

/// Makes a plot of curves; isOfCurves(kind) must be true. The speed-ups are those of the results (bench_series.h), for
/// all arms that batch; their ranges combine those of both medians, as in core/trace/speed_report.h.
[[nodiscard]] PlotFigure figureOf(const BenchReport& report, PlotKind kind);

// A plot of bars shows one cell of the report: for phases, all arms in one place at one batch size; for a split, one
// folded arm on the engine.

/// The cells that can be shown, in the order of measurement; for a split, even if its counterparts were not measured.
[[nodiscard]] std::vector<BenchKey> barCells(const BenchReport& report, PlotKind kind);
/// The first cell with the largest batch; none if there are no cells.
[[nodiscard]] std::optional<BenchKey> largestCell(std::span<const BenchKey> cells);
/// The distinguishing name of each cell: "32 trees, dim 100"; a single cell is named by its number of trees.
[[nodiscard]] std::vector<std::string> cellNames(std::span<const BenchKey> cells);

struct PhaseBar {
    std::string arm;
    std::size_t result = 0;      ///< index into BenchReport::results
    std::vector<double> seconds; ///< one for each of PhaseBars::phases; their sum is the median
    bool isNoisy = false;
};

/// The time of a step by phase, for each arm.
struct PhaseBars {
    std::vector<std::string> phases; ///< the phases that took time in any bar, in the order in which they run
    std::vector<PhaseBar> bars;      ///< in order of measurement
    std::string caption;             ///< what all bars have in common
    std::string emptyReason;         ///< a sentence; empty if there are bars

    [[nodiscard]] bool isEmpty() const { return bars.empty(); }
};

/// The phases of all arms in a cell; empty if the cell was not measured.
[[nodiscard]] PhaseBars phaseBarsOf(const BenchReport& report, const BenchKey& cell);

/// The speed-up of the folded arm, split into batching and engine, from times of whole steps, construction included.
/// Empty, with the reason, if a required arm was not measured or its result is in doubt (doubtAbout()).
[[nodiscard]] SpeedSplit splitOfCell(const BenchReport& report, const std::optional<BenchKey>& cell);

} // namespace batchscope
