// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of a benchmark's plots in words, and axes that are labeled with them. Only for .cpp files of this room,
// because it includes the header of QCustomPlot.
#pragma once

#include "core/bench/plot_kind.h"
#include "views/plots/plot_style.h"

namespace batchscope {

/// "3.2 ms", "12×", "12,345".
[[nodiscard]] QString unitText(PlotUnit unit, double value);

/// Labels, ticks and scale of an axis; what it is called is up to the plot. Not for PlotUnit::Arms.
void setUnit(QCPAxis& axis, const PlotAxis& spec);

} // namespace batchscope
