// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports plots as files or pictures of the size that a journal prints, drawn from a page of the plot
// (PlotWidget::page), so that the plot on the screen does not change. Text stays text in PDF and SVG.
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

class QAbstractItemModel;

namespace batchscope {

class PlotWidget;

enum class PlotFormat { Pdf, Svg, Png };

/// The width of most journals' columns.
inline constexpr double kSingleColumn = 85.0;
/// Accepted widths; a plot smaller than that is unreadable.
inline constexpr double kLeastPlotWidth = 30.0;
inline constexpr double kLargestPlotWidth = 1000.0;

/// Config error for a width that is out of range.
[[nodiscard]] Status checkPlotWidth(double millimeters);

/// The height is in proportion to the width, with room for the legend.
struct PlotRequest {
    QString path; ///< its extension chooses the format
    double width = kSingleColumn;
};

/// The format for the path's extension, ignoring case. Config error for any other extension, naming the supported ones.
[[nodiscard]] Result<PlotFormat> plotFormatOf(const QString& path);

/// Writes the plot to a temporary file that then replaces `path`, so that an existing file is never half overwritten.
/// Config error for an unsupported extension or size, or a plot without data. Fails like writeFile if writing fails.
[[nodiscard]] Status savePlot(const PlotWidget& plot, const PlotRequest& request);

/// The bytes that savePlot() would write. The same Config errors, except that of the extension.
[[nodiscard]] Result<QByteArray> plotBytes(const PlotWidget& plot, PlotFormat format, double width);

/// The picture that savePlot() would write as PNG, for the clipboard. The same Config errors.
[[nodiscard]] Result<QImage> plotImage(const PlotWidget& plot, double width);

// Tables of the window for other programs: numbers have a decimal point, no thousands separators, and all their digits;
// titles are keys that include the unit, and a cell without a value is empty.

/// The rows in the order of `shown`: a TableModel, or a proxy that sorts one.
[[nodiscard]] FigureTable shownFigures(const QAbstractItemModel& shown);
/// Writes the rows to a path that ends in .csv or .tsv; the file is replaced as in savePlot(). Config error for another
/// extension or a table without rows. Fails like writeFile if writing fails.
[[nodiscard]] Status saveTable(const QAbstractItemModel& shown, const QString& path);

} // namespace batchscope
