// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the time of a step goes, arm by arm, at one batch size: what the plot of stacked bars shows.
#pragma once

#include "core/bench/bench.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// A bar that differs from the median of its run by more than this share of it says so. Bars of this version do not
/// (medianPhases()); those of an older document may.
constexpr double kMostPhaseError = 0.02;

/// What all bars of one chart have in common.
struct PhaseCell {
    std::string model;
    std::int32_t dim = 0;
    int threads = 1;
    std::size_t batch = 0;
    Work work = Work::Inference;
    std::string run = {}; ///< BenchResult::run

    bool operator==(const PhaseCell&) const = default;
};

/// One bar.
struct PhaseBar {
    std::string arm;
    std::size_t result = 0;      ///< index into BenchReport::results
    std::vector<double> seconds; ///< one for each of PhaseBars::phases
    bool isNoisy = false;

    [[nodiscard]] double total() const;
};

struct PhaseBars {
    std::vector<std::string> phases; ///< those that took time in any bar, in the order in which they run
    std::vector<PhaseBar> bars;      ///< in order of measurement
    std::string caption;             ///< what all bars have in common
    std::vector<std::string> notes;  ///< sentences
    std::string emptyReason;         ///< a sentence; empty if there are bars

    [[nodiscard]] bool isEmpty() const { return bars.empty(); }
};

/// Those that were measured, in that order.
[[nodiscard]] std::vector<PhaseCell> phaseCells(const BenchReport& report);
/// The first of the cells with the largest batch; none without results.
[[nodiscard]] std::optional<PhaseCell> largestCell(const BenchReport& report);
/// What tells each cell from the others: "32 trees, dim 100"; of a single cell its number of trees.
[[nodiscard]] std::vector<std::string> phaseCellNames(const std::vector<PhaseCell>& cells);
/// Empty for a cell that was not measured.
[[nodiscard]] PhaseBars phaseBarsOf(const BenchReport& report, const PhaseCell& cell);

} // namespace batchscope
