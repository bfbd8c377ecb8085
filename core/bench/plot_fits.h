// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the curves of times prove beyond their points: the line a + b · n of each that one describes, and from which
// batch size folding pays. Nothing is added where cost_fit.h claims nothing.
#pragma once

#include "core/bench/plot_figures.h"

#include <cstdint>

namespace batchscope {

/// What a time on the y axis is of.
enum class PlottedTime : std::uint8_t { Run, Tree };

/// Fills the fits of the figure's curves, which are those of the report, and the marks.
void addFits(PlotFigure& figure, const BenchReport& report, PlottedTime plotted);

} // namespace batchscope
