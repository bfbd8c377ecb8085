// SPDX-License-Identifier: GPL-3.0-or-later
//
// A benchmark as curves: every plot of lines and points is computed here, so that front ends only draw. phase_bars.h
// and split_bars.h have the plots of bars.
#pragma once

#include "core/base/statistics.h"
#include "core/bench/plot_kind.h"
#include "core/bench/plot_series.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

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
    CurveKey key;          ///< of the engine's part, that of regular on the same kernels
    CurvePart part = CurvePart::Whole;
    std::vector<PlotPoint> points = {}; ///< by rising batch size, never empty
    std::vector<PlotDot> dots = {};     ///< plot of times only
    std::optional<PlotFit> fit = {};    ///< plot of times only; none where no line describes the curve
};

/// A place on the x axis that the samples prove something about.
struct PlotMark {
    double x = 0.0;
    CurveKey key;     ///< of the curve that it is about
    std::string name; ///< "folding pays from 6 trees on"
};

struct PlotFigure {
    std::vector<PlotCurve> curves;
    std::vector<PlotMark> marks; ///< plot of times only: the break-even points
    std::string caption;         ///< what all curves have in common
    std::string emptyReason;     ///< a sentence; empty if there are curves

    [[nodiscard]] bool isEmpty() const { return curves.empty(); }
};

/// Any kind of curves (isOfCurves). The speed-ups are those of the results (ratios.h), for all arms that batch; their
/// ranges are those of both medians, as in core/trace/speed_report.h.
[[nodiscard]] PlotFigure figureOf(const BenchReport& report, PlotKind kind);

} // namespace batchscope
