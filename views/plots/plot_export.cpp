// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/plots/plot_export.h"

#include "core/bytes/file_writer.h"
#include "views/plots/plot_style.h"
#include "views/plots/plot_widget.h"
#include "views/tables/table_model.h"

#include <QAbstractProxyModel>
#include <QBuffer>
#include <QFileInfo>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <memory>

namespace batchscope {

namespace {

constexpr double kMillimetersPerInch = 25.4;
constexpr double kPointsPerInch = 72.0;

Error plotError(const QString& message) {
    return Error{ErrorCode::Config, message.toStdString()};
}

/// Rounded to whole points, because the page of a PDF has no other size.
int unitsOf(double millimeters) {
    return qRound(millimeters * kPointsPerInch / kMillimetersPerInch) * PlotWidget::kUnitsPerPoint;
}

double millimetersOf(int units) {
    return units * kMillimetersPerInch / (kPointsPerInch * PlotWidget::kUnitsPerPoint);
}

/// A page with its layout.
struct Page {
    std::unique_ptr<PlotWidget> plot;
    QSize units;        ///< the size in whole points
    QSizeF millimeters; ///< the requested size, within a point of `units`
};

/// The height of the axes with their titles: in a usual proportion to the width, but no more than half a page.
int axesHeight(int width) {
    constexpr double kShare = 0.62;
    constexpr double kMostMillimeters = 80.0;
    return std::min(qRound(width * kShare), unitsOf(kMostMillimeters));
}

Result<Page> pageOf(const PlotWidget& plot, double millimeters) {
    if (plot.isEmpty()) {
        return plotError(PlotWidget::tr("there is nothing in this plot yet"));
    }
    TRY(checkPlotWidth(millimeters));
    const int width = unitsOf(millimeters);
    Page page{plot.page(width), {}, {}};
    const QCPLegend& legend = *page.plot->plot().legend;
    const int ofLegend = legend.visible() ? legend.minimumOuterSizeHint().height() : 0;
    const int height = ofLegend + axesHeight(width);
    page.units = {width, height};
    page.millimeters = {millimeters, millimetersOf(height)};
    return page;
}

/// Draws the page onto the device at `scale` device units per page unit. Returns false if painting is impossible.
bool drawPage(const Page& page, QPaintDevice& device, double scale) {
    QCPPainter painter;
    if (!painter.begin(&device)) {
        return false;
    }
    painter.setMode(QCPPainter::pmVectorized); // prevents offsets meant for screen pixels
    painter.setMode(QCPPainter::pmNonCosmetic);
    painter.scale(scale, scale);
    page.plot->plot().toPainter(&painter, page.units.width(), page.units.height());
    return painter.end();
}

Result<QImage> imageOf(const Page& page) {
    constexpr double kDpi = 300.0; // the resolution that journals require
    constexpr double kMillimetersPerMeter = 1000.0;
    const QSize pixels = (page.millimeters * (kDpi / kMillimetersPerInch)).toSize();
    QImage image(pixels, QImage::Format_RGB32);
    image.fill(Qt::white);
    image.setDotsPerMeterX(qRound(kDpi * kMillimetersPerMeter / kMillimetersPerInch));
    image.setDotsPerMeterY(image.dotsPerMeterX());
    return drawPage(page, image, static_cast<double>(pixels.width()) / page.units.width())
               ? Result<QImage>(image)
               : Result<QImage>(plotError(PlotWidget::tr("the picture could not be drawn")));
}

bool drawSvg(const Page& page, const QString& title, QIODevice& device) {
    constexpr int kUnitsPerMillimeter = 100; // makes the size in the file exact
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(qRound(kUnitsPerMillimeter * kMillimetersPerInch));
    generator.setSize((page.millimeters * kUnitsPerMillimeter).toSize());
    generator.setViewBox(QRectF(QPointF(0.0, 0.0), QSizeF(page.units)));
    generator.setTitle(title);
    return drawPage(page, generator, 1.0);
}

bool drawPdf(const Page& page, const QString& title, QIODevice& device) {
    QPdfWriter writer(&device);
    writer.setResolution(qRound(kPointsPerInch) * PlotWidget::kUnitsPerPoint);
    // ExactMatch: otherwise, a page that is nearly A6 would become A6.
    writer.setPageSize(
        QPageSize(QSizeF(page.units) / PlotWidget::kUnitsPerPoint, QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(title);
    writer.setCreator(QStringLiteral("Batchscope"));
    return drawPage(page, writer, 1.0);
}

/// Adds a generic fallback: if the font is missing, a viewer of SVG would use any other, often one with serifs.
void nameFontFallback(QByteArray& svg, const QFont& font) {
    const QString named = QStringLiteral("font-family=\"%1%2\"");
    const QString family = font.family().toHtmlEscaped();
    svg.replace(named.arg(family, QString()).toUtf8(), named.arg(family, QStringLiteral(", sans-serif")).toUtf8());
}

} // namespace

Status checkPlotWidth(double millimeters) {
    if (!(millimeters >= kLeastPlotWidth && millimeters <= kLargestPlotWidth)) {
        return plotError(PlotWidget::tr("the width of a plot must be %1 to %2 mm, not %3")
                             .arg(kLeastPlotWidth)
                             .arg(kLargestPlotWidth)
                             .arg(millimeters));
    }
    return Ok{};
}

Result<PlotFormat> plotFormatOf(const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    for (const auto& [name, format] :
         {std::pair("pdf", PlotFormat::Pdf), std::pair("svg", PlotFormat::Svg), std::pair("png", PlotFormat::Png)}) {
        if (ending == QLatin1String(name)) {
            return format;
        }
    }
    return plotError(PlotWidget::tr("the name of a plot's file ends in .pdf, .svg or .png, not \"%1\"")
                         .arg(QFileInfo(path).fileName()));
}

Result<QByteArray> plotBytes(const PlotWidget& plot, PlotFormat format, double width) {
    const Result<Page> page = pageOf(plot, width);
    TRY(page);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QString title = plot.plot().accessibleName();
    bool isDrawn = false;
    switch (format) {
    case PlotFormat::Pdf: isDrawn = drawPdf(*page, title, buffer); break;
    case PlotFormat::Svg:
        isDrawn = drawSvg(*page, title, buffer);
        nameFontFallback(bytes, page->plot->plot().xAxis->labelFont());
        break;
    case PlotFormat::Png: {
        const Result<QImage> image = imageOf(*page);
        TRY(image);
        isDrawn = image->save(&buffer, "PNG");
        break;
    }
    }
    return isDrawn ? Result<QByteArray>(bytes)
                   : Result<QByteArray>(plotError(PlotWidget::tr("the plot could not be drawn")));
}

Status savePlot(const PlotWidget& plot, const PlotRequest& request) {
    const Result<PlotFormat> format = plotFormatOf(request.path);
    TRY(format);
    const Result<QByteArray> bytes = plotBytes(plot, *format, request.width);
    return bytes ? writeFile(request.path.toStdString(), bytes->toStdString()) : Status(bytes.error());
}

Result<QImage> plotImage(const PlotWidget& plot, double width) {
    const Result<Page> page = pageOf(plot, width);
    return page ? imageOf(*page) : Result<QImage>(page.error());
}

FigureTable shownFigures(const QAbstractItemModel& shown) {
    const auto* const proxy = qobject_cast<const QAbstractProxyModel*>(&shown);
    std::vector<int> order;
    for (int row = 0; row < shown.rowCount(); ++row) {
        order.push_back(proxy != nullptr ? proxy->mapToSource(proxy->index(row, 0)).row() : row);
    }
    return static_cast<const TableModel&>(proxy != nullptr ? *proxy->sourceModel() : shown).figureTable(order);
}

Status saveTable(const QAbstractItemModel& shown, const QString& path) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending != u"csv" && ending != u"tsv") {
        return plotError(PlotWidget::tr("the name of a table's file ends in .csv or .tsv, not \"%1\"")
                             .arg(QFileInfo(path).fileName()));
    }
    if (shown.rowCount() == 0) {
        return plotError(PlotWidget::tr("there is nothing in this table yet"));
    }
    return writeFile(path.toStdString(),
                     tableText(shownFigures(shown), ending == u"csv" ? TableFormat::Csv : TableFormat::Tabs));
}

} // namespace batchscope
