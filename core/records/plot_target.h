// SPDX-License-Identifier: GPL-3.0-or-later
//
// What --plot, --plot-width and --report of `batchscope` take. A wrong name is reported before anything is drawn.
#pragma once

#include "core/base/result.h"
#include "core/bench/plot_kind.h"

#include <span>
#include <string>
#include <string_view>

namespace batchscope {

/// Widths of most journals' columns, in millimeters.
inline constexpr double kSingleColumn = 85.0;
inline constexpr double kDoubleColumn = 178.0;
/// Widths that are taken; less leaves nothing of a plot.
inline constexpr double kLeastPlotWidth = 30.0;
inline constexpr double kLargestPlotSide = 1000.0;

struct PlotTarget {
    PlotKind kind = PlotKind::Time;
    std::string file;
};

/// Of files with plots, without the dot.
[[nodiscard]] std::span<const std::string_view> plotEndings();

/// "FILE" is the plot of times, "KIND=FILE" any other. What stands before the first "=" is a kind unless it holds a
/// slash or a dot: "./a=b.pdf" is a file. Config errors: an unknown kind, no file, an ending that is not one of
/// plotEndings(), in upper or lower case.
[[nodiscard]] Result<PlotTarget> parsePlotTarget(std::string_view text);

/// Millimeters. Config error for what is no number, or out of range.
[[nodiscard]] Result<double> parsePlotWidth(std::string_view text);

/// Config error where the name does not end in .html or .htm: another document would be written over by mistake.
[[nodiscard]] Result<std::string> parseReportFile(std::string_view text);

} // namespace batchscope
