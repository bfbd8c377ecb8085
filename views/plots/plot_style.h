// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes all plots look like the rest of the window, in every theme. Only for .cpp files of this room, because it
// includes the header of QCustomPlot.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/plot_widget.h"
#include "views/theme/theme.h"

#include <qcustomplot.h>

#include <vector>

namespace batchscope {

/// Where bars begin on a logarithmic axis of counts: below 1, so that a bar of one is seen.
inline constexpr double kLogFloor = 0.7;

/// Colors, pens and fonts of background, axes, grid and legend.
void styleAxes(QCustomPlot& plot, const Theme& theme);

/// Stretch factor of a row or column that is as small as it can be.
inline constexpr double kLeastStretch = 0.001;
/// Room of a legend's entry beside its name: the line before it and the gaps.
inline constexpr int kLegendEntryGaps = 60;
/// Width of the widest entry of the legend, at least 1.
[[nodiscard]] int widestLegendEntry(const QCustomPlot& plot);
/// Entries that fit side by side into `width` without one being cut, at least 1.
[[nodiscard]] int legendEntriesPerLine(const QCustomPlot& plot, int width);
/// Moves the legend to a row of its own above the axes, as low as it can be, and shows it. It must not be there yet.
void placeLegendAbove(QCustomPlot& plot, int entriesPerLine);

/// "3.2 ms", "12×", "12,345".
[[nodiscard]] QString unitText(PlotUnit unit, double value);
/// Labels, ticks and scale of an axis; those of counts are whole numbers. Not for PlotUnit::Arms.
void setUnit(QCPAxis& axis, PlotUnit unit, bool isLogarithmic);
/// Bars without a line around them, which would hide a short one. The plot owns them.
QCPBars* addBars(QCPAxis& along, QCPAxis& lengths, double width, const QColor& colour, const QString& name = {});

// How the curves of a plot are told apart: by color, and without color by marker and dash together, of which there are
// kCurveLooks pairs.

struct CurveLook {
    QColor colour;
    Qt::PenStyle dash = Qt::SolidLine;
    std::size_t marker = 0;
};

/// Pairs of marker and dash; further curves begin again with the first.
inline constexpr std::size_t kCurveLooks = 20;

/// One for each curve of the figure. Arms that differ in nothing but the engine share a color; regular and the first
/// arm that batches have theirs in the theme.
[[nodiscard]] std::vector<CurveLook> curveLooks(const PlotFigure& figure, const Theme& theme);

/// The look's marker, filled with `fill`.
[[nodiscard]] QCPScatterStyle markerOf(const CurveLook& look, const QColor& fill, double size);

/// For the legend's entries of what is hidden.
[[nodiscard]] QColor paler(QColor colour);

} // namespace batchscope
