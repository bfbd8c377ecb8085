// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the curves of a plot are told apart: by color, and without color by marker and dash together, of which there are
// kCurveLooks pairs. Only for .cpp files of this room, because it includes the header of QCustomPlot.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/plot_style.h"
#include "views/plots/shown_net.h"

#include <vector>

namespace batchscope {

struct CurveLook {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    std::size_t marker = 0;
    bool isOther = false; ///< of another configuration than the shown one: pale
};

/// Pairs of marker and dash; further curves begin again with the first.
inline constexpr std::size_t kCurveLooks = 32;

/// One for each curve of the figure. Arms that differ in nothing but the engine share a color; regular and the first
/// arm that batches have theirs in the theme.
[[nodiscard]] std::vector<CurveLook> curveLooks(const PlotFigure& figure, const Theme& theme, ShownNet shown);

/// The look's marker, filled with `fill`.
[[nodiscard]] QCPScatterStyle markerOf(const CurveLook& look, const QColor& fill, double size);

/// For what is not of the shown configuration.
[[nodiscard]] QColor paler(QColor colour);

} // namespace batchscope
