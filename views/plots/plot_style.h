// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gives all plots the look of the rest of the window, in every theme. Include it only in .cpp files of this folder,
// because it includes the header of QCustomPlot.
#pragma once

#include "core/bench/plot_figures.h"
#include "views/plots/plot_widget.h"
#include "views/theme/theme.h"

#include <qcustomplot.h>

#include <vector>

namespace batchscope {

/// The base of bars on a logarithmic axis of counts: below 1, so that a bar of length 1 is visible.
inline constexpr double kLogFloor = 0.7;

/// Sets the colors, pens and fonts of background, axes, grid and legend.
void styleAxes(QCustomPlot& plot, const Theme& theme);

/// The stretch factor of a row or column that is as small as possible.
inline constexpr double kLeastStretch = 0.001;
/// The width of a legend entry besides its name: the line before the name and the gaps.
inline constexpr int kLegendEntryGaps = 60;
/// The width of the widest entry of the legend, at least 1.
[[nodiscard]] int widestLegendEntry(const QCustomPlot& plot);
/// The number of entries that fit side by side into `width` without being cut, at least 1.
[[nodiscard]] int legendEntriesPerLine(const QCustomPlot& plot, int width);
/// Moves the legend to a new row above the axes, as low as possible, and shows it. It must not be there yet.
void placeLegendAbove(QCustomPlot& plot, int entriesPerLine);

/// A value with its unit: "3.2 ms", "12×", "12,345".
[[nodiscard]] QString unitText(PlotUnit unit, double value);
/// Sets labels, ticks and scale of an axis; labels of counts are whole numbers. Not for PlotUnit::Arms.
void setUnit(QCPAxis& axis, PlotUnit unit, bool isLogarithmic);
/// Adds bars without an outline, which would hide a short bar. The plot owns them.
QCPBars* addBars(QCPAxis& along, QCPAxis& lengths, double width, const QColor& color, const QString& name = {});

// Curves of a plot are distinguished by color and, without color, by marker and dash together; there are kCurveLooks
// such pairs.

struct CurveLook {
    QColor color;
    Qt::PenStyle dash = Qt::SolidLine;
    std::size_t marker = 0;
};

/// The number of pairs of marker and dash; further curves start again with the first pair.
inline constexpr std::size_t kCurveLooks = 20;

/// A look for each curve of the figure. Arms that differ only in the engine share a color; regular and the first arm
/// that batches have colors in the theme.
[[nodiscard]] std::vector<CurveLook> curveLooks(const PlotFigure& figure, const Theme& theme);

/// The look's marker, filled with `fill`.
[[nodiscard]] QCPScatterStyle markerOf(const CurveLook& look, const QColor& fill, double size);

} // namespace batchscope
