// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes plots out of the window: as a file or a picture of the size that a journal prints, drawn from a page of the
// plot (PlotWidget::page), so that the plot on the screen stays as it is. Text stays text in PDF and SVG.
//
// GUI thread only. Sizes are millimeters on paper.
#pragma once

#ifndef Q_MOC_RUN // moc of Qt 6.4 stumbles over <concepts>
#include "core/base/table.h"
#endif
#include "core/base/result.h"

#include <QByteArray>
#include <QImage>
#include <QString>

#include <span>

class QAbstractItemModel;

namespace batchscope {

class PlotWidget;

enum class PlotFormat { Pdf, Svg, Png };

/// The width of most journals' columns.
inline constexpr double kSingleColumn = 85.0;
/// Widths that are taken; less leaves nothing of a plot.
inline constexpr double kLeastPlotWidth = 30.0;
inline constexpr double kLargestPlotWidth = 1000.0;

/// The height is in proportion to the width, with room for the legend.
struct PlotSize {
    double width = kSingleColumn;
};

/// Config error for a width that is out of range.
[[nodiscard]] Status checkPlotSize(const PlotSize& size);

struct PlotRequest {
    QString path; ///< its ending chooses the format
    PlotSize size;
};

struct PlotFormatSpec {
    PlotFormat format;
    const char* ending; ///< without the dot
    const char* title;  ///< in lists; English, translate in the context "batchscope::PlotWidget"
};
/// In the order of lists that people choose from.
[[nodiscard]] std::span<const PlotFormatSpec> plotFormats();
/// By the path's ending, in upper or lower case. Config error for any other, naming those that are known.
[[nodiscard]] Result<PlotFormat> plotFormatOf(const QString& path);

/// Writes the plot to the path, beside it first: a file that was there is replaced by a whole one or stays as it was.
/// Config errors: an ending or a size that is not taken, a plot without data. Errors of writeFile when it cannot be
/// written.
[[nodiscard]] Status savePlot(const PlotWidget& plot, const PlotRequest& request);

/// What savePlot() would write. The same Config errors, but of the ending.
[[nodiscard]] Result<QByteArray> plotBytes(const PlotWidget& plot, PlotFormat format, const PlotSize& size);

/// The plot as savePlot writes it as PNG, as a picture for the clipboard. The same Config errors.
[[nodiscard]] Result<QImage> plotImage(const PlotWidget& plot, const PlotSize& size);

// Tables of the window for other programs: numbers have a decimal point, no separators of thousands, and all their
// digits; titles are keys that name the unit, and a cell without a value is empty.

/// The rows in the order in which `shown` has them: a TableModel, or a proxy that sorts it.
[[nodiscard]] FigureTable shownFigures(const QAbstractItemModel& shown);
/// Writes them to a path that ends in .csv or .tsv; the file is replaced as by savePlot. Config errors: another ending,
/// a table without rows. Errors of writeFile when it cannot be written.
[[nodiscard]] Status saveTable(const QAbstractItemModel& shown, const QString& path);

} // namespace batchscope
