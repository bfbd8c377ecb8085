// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fits the cost of a step as a line over the batch size, t(n) = fixed + perTree · n, which sums up a series in two
// figures, and finds the batch size from which folding is faster than regular.
#pragma once

#include "core/bench/bench.h"
#include "core/bench/bench_series.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A line that deviates from any median by more than this share does not describe its series and is not shown.
constexpr double kMostResidual = 0.25;
/// A line passes through any two points, so at least three are needed to judge the fit.
constexpr std::size_t kFewestForFit = 3;

struct CostFit {
    BenchKey key;                ///< the series
    double fixedSeconds = 0.0;   ///< per step, independent of its batch size; never negative
    double perTreeSeconds = 0.0; ///< per tree, or per instance of a program; never negative
    double worstResidual = 0.0;  ///< the largest |line - median| / median
    std::size_t sizes = 0;       ///< measured

    [[nodiscard]] bool describes() const { return worstResidual <= kMostResidual; }
};

/// Least squares on the medians, weighted by 1 / median², because times span decades: each size counts by its relative
/// error. That the line is fitted to medians makes it robust against single samples. None if there are fewer than
/// kFewestForFit sizes. A median that is not a valid time (not positive, or not finite) does not count as a size.
[[nodiscard]] std::optional<CostFit> fitCost(const BenchSeries& series);
/// The fits of all series with enough sizes, in order of first appearance, even if a line does not describe its series.
[[nodiscard]] std::vector<CostFit> fitCosts(std::span<const BenchResult> results);

/// Compares a folded arm with regular on the same kernels and in the same place, size by size.
struct BreakEven {
    std::string regular; ///< arms
    std::string folded;
    BenchKey place;
    // Batch sizes that were measured for both, each list ascending. At least one list is not empty.
    std::vector<std::size_t> faster; ///< proven: folded is faster
    std::vector<std::size_t> slower; ///< proven: folded is slower
    std::vector<std::size_t> open;   ///< nothing is proven
    /// The smallest of `faster`, if folding is proven faster at all larger sizes that were measured.
    std::optional<std::size_t> from;
    std::optional<SpeedRatio> gain; ///< regular / folded at the largest of `faster`, if it is proven
    bool isOpenSeen = false;        ///< `open` has sizes with enough samples, which do not decide

    [[nodiscard]] std::size_t sizes() const { return faster.size() + slower.size() + open.size(); }
};

/// One entry for each folded arm whose regular counterpart was measured for at least one of the same batch sizes.
[[nodiscard]] std::vector<BreakEven> breakEvens(std::span<const BenchResult> results);

// The fitted lines as text for the user.

struct FittedCost {
    std::string name; ///< distinguishes the series from the others, as in legends (plot_figures.h)
    std::string cost; ///< "1 ms + 100 µs × batch size (within 1%)", or a note that no line fits
};

/// The fitted costs of all series with enough batch sizes.
[[nodiscard]] std::vector<FittedCost> fittedCosts(const BenchReport& report);

// Sums up a report in a few sentences: from which batch size each folded arm pays, and how fast it then is. A finding
// is stated only if the samples prove it (bench_series.h); doubtful results are counted.

/// Findings beyond this number are only counted, to keep the list short.
constexpr std::size_t kMostFindings = 12;

/// Whole sentences, the most useful first; none without results. At most kMostFindings, followed by the number of
/// further findings, the doubtful results with reasons, and whether the times are of training or inference. If models,
/// widths, threads or kinds of work differ in the report, each finding begins with its own.
[[nodiscard]] std::vector<std::string> adviceOn(const BenchReport& report);
/// Like adviceOn, but names arms by their titles (armTitle in arms.h).
[[nodiscard]] std::vector<std::string> adviceByTitle(BenchReport report);

} // namespace batchscope
