// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a step costs as a line over the batch size, t(n) = fixed + perTree · n, and the batch size from which folding is
// faster than regular. The line sums up a series in two figures.
#pragma once

#include "core/bench/bench.h"
#include "core/bench/bench_series.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

/// A line that is off by more than this share of a median somewhere does not describe its series, and is not shown.
constexpr double kMostResidual = 0.25;
/// A line goes through any two points, so it takes a third to say whether there is one.
constexpr std::size_t kFewestForFit = 3;

struct CostFit {
    BenchKey key;                ///< of the series
    double fixedSeconds = 0.0;   ///< of a step, whatever its batch size; never negative
    double perTreeSeconds = 0.0; ///< or instance of a program; never negative
    double worstResidual = 0.0;  ///< the largest |line - median| / median
    std::size_t sizes = 0;       ///< measured

    [[nodiscard]] bool describes() const { return worstResidual <= kMostResidual; }
};

/// Least squares on the medians, weighted by 1 / median², because times span decades: each size counts by its relative
/// error. That the line is fitted to medians makes it robust against single samples. None of fewer than kFewestForFit
/// sizes. A median that is not a time (0, or not finite) does not count as a size.
[[nodiscard]] std::optional<CostFit> fitCost(const BenchSeries& series);
/// Of all series that have enough sizes, in the order in which they first appear, whether the line describes them or
/// not.
[[nodiscard]] std::vector<CostFit> fitCosts(std::span<const BenchResult> results);

/// How a folded arm compares with regular on the same kernels and in the same place, size by size.
struct BreakEven {
    std::string regular; ///< arms
    std::string folded;
    BenchKey place;
    // Batch sizes that were measured for both, each list rising. Not all three are empty.
    std::vector<std::size_t> faster; ///< proven: folded is faster
    std::vector<std::size_t> slower; ///< proven: folded is slower
    std::vector<std::size_t> open;   ///< nothing is proven
    /// The smallest of `faster`, if folding is proven faster at all larger sizes that were measured.
    std::optional<std::size_t> from;

    [[nodiscard]] std::size_t sizes() const { return faster.size() + slower.size() + open.size(); }
};

/// For each folded arm whose regular counterpart was measured at one of its batch sizes at least.
[[nodiscard]] std::vector<BreakEven> breakEvens(std::span<const BenchResult> results);

// What a step costs as a line over the batch size (core/bench/cost_fit.h), written for people.

struct FittedCost {
    std::string name; ///< what tells the series from the others, as in legends (plot_figures.h)
    std::string cost; ///< "1 ms + 100 µs × batch size (within 1%)", or that no line fits
};

/// Of all series that have enough sizes.
[[nodiscard]] std::vector<FittedCost> fittedCosts(const BenchReport& report);

} // namespace batchscope
