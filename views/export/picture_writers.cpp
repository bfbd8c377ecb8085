// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/picture_writers.h"

#include "core/session/graph_dot.h"
#include "views/export/export_request.h"
#include "views/export/frame_painter.h"
#include "views/export/png_stream.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kDotsPerInch = 96; // of SVG and PDF, so that text has the size it has on the screen

QString pictureTitle() {
    return QStringLiteral("Batchscope");
}

QString dotShape(NodeShape shape) {
    switch (shape) {
    case NodeShape::Circle: return QStringLiteral("ellipse");
    case NodeShape::Square: return QStringLiteral("box");
    case NodeShape::Diamond: return QStringLiteral("diamond");
    case NodeShape::Hexagon: break;
    }
    return QStringLiteral("hexagon");
}

DotLooks looksOf(const Snapshot& snapshot, DotGraph graph, const Theme& theme) {
    DotLooks looks;
    looks.reserve(snapshot.graph->ops.ops.size());
    for (std::size_t index = 0; index < snapshot.graph->ops.ops.size(); ++index) {
        const OpId op(index);
        QString look =
            QStringLiteral("fillcolor=\"%1\", fontcolor=\"%2\"").arg(theme.op(op).name(), theme.onOp(op).name());
        if (graph == DotGraph::Source) {
            look += QStringLiteral(", shape=") + dotShape(Theme::shape(op));
        }
        looks.push_back(look.toStdString());
    }
    return looks;
}

} // namespace

Status writePng(QIODevice& device, const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, request.look);
    const QSize size = frames.size();
    const bool opaque = frames.look().ground == Ground::Filled;
    PngStream stream(device, size, opaque ? PngStream::Channels::Rgb : PngStream::Channels::Rgba);
    const int rowsAtOnce = frames.rowsOfStrip();
    constexpr int kBetweenPolls = 64;
    for (int first = 0; first < size.height(); first += rowsAtOnce) {
        const QImage strip = frames.rows(request.time, first, std::min(rowsAtOnce, size.height() - first));
        for (int row = 0; row < strip.height(); row += kBetweenPolls) {
            if (control.stopRequested()) {
                return cancelledError();
            }
            // A view into the strip: a strip outlives its views.
            const int count = std::min(kBetweenPolls, strip.height() - row);
            stream.add(QImage(strip.constScanLine(row), strip.width(), count, strip.bytesPerLine(), strip.format()));
            if (stream.failed()) {
                return stream.finish();
            }
            const int done = first + row + count;
            control.report("PNG", static_cast<std::size_t>(done), static_cast<std::size_t>(size.height()));
        }
    }
    return stream.finish();
}

Status writeSvg(QIODevice& device, const ExportRequest& request, const RunControl& /*control*/) {
    const FramePainter frames(request.snapshot, request.look);
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    const QSizeF canvas = frames.canvas();
    generator.setSize(frames.size());
    generator.setViewBox(QRectF(QPointF(0.0, 0.0), canvas));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(pictureTitle());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    frames.paint(painter, request.time);
    painter.end();
    return Ok{};
}

Status writePdf(QIODevice& device, const ExportRequest& request, const RunControl& /*control*/) {
    const FramePainter frames(request.snapshot, request.look);
    constexpr double kPointsPerInch = 72.0;
    QPdfWriter writer(&device);
    writer.setResolution(kDotsPerInch);
    // Exactly: a page that is nearly A4 would become A4, and cut the picture.
    writer.setPageSize(
        QPageSize(frames.canvas() * (kPointsPerInch / kDotsPerInch), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(pictureTitle());
    writer.setCreator(pictureTitle());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    frames.paint(painter, request.time);
    painter.end();
    return Ok{};
}

Status writeDot(QIODevice& device, const ExportRequest& request, const RunControl& control) {
    const Snapshot& snapshot = request.snapshot;
    const Theme& theme = request.look.theme != nullptr ? *request.look.theme : lightTheme();
    const DotLooks looks = looksOf(snapshot, request.graph, theme);
    const Result<std::string> text = request.graph == DotGraph::Source ? sourceGraphDot(snapshot, looks, control)
                                                                       : foldedGraphDot(snapshot, looks, control);
    TRY(text);
    const auto bytes = static_cast<qint64>(text->size());
    if (device.write(text->data(), bytes) != bytes) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    return Ok{};
}

Result<SizeEstimate> estimatePicture(const ExportRequest& request, const RunControl& control) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    TRY(request.format->write(buffer, request, control));
    return SizeEstimate{buffer.size(), true};
}

Result<SizeEstimate> estimatePng(const ExportRequest& request, const RunControl& control) {
    constexpr qint64 kExactPixels = 4'000'000;
    if (static_cast<qint64>(request.look.size.width()) * request.look.size.height() <= kExactPixels) {
        return estimatePicture(request, control);
    }
    constexpr int kPlaces = 10;
    constexpr int kRows = 64; // at each place; the first of them pays for what the rows above it would have told
    const FramePainter frames(request.snapshot, request.look);
    const QSize size = frames.size();
    const bool opaque = request.look.ground == Ground::Filled;
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    PngStream stream(buffer, {size.width(), kPlaces * kRows},
                     opaque ? PngStream::Channels::Rgb : PngStream::Channels::Rgba);
    for (int place = 0; place < kPlaces; ++place) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        stream.add(frames.rows(request.time, (2 * place + 1) * (size.height() - kRows) / (2 * kPlaces), kRows));
    }
    TRY(stream.finish());
    constexpr qint64 kSampled = qint64{kPlaces} * kRows;
    return SizeEstimate{buffer.size() * size.height() / kSampled, false};
}

} // namespace batchscope
