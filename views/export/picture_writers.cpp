// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/picture_writers.h"

#include "core/session/graph_dot.h"
#include "views/export/png_stream.h"

#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>

namespace batchscope {

namespace {

constexpr int kDotsPerInch = 96; // of SVG and PDF, so that text has the size it has on the screen

QString titleOf() {
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

Status writePng(QIODevice& device, const FramePainter& frames, double time, const RunControl& control) {
    const QSize size = frames.size();
    const bool opaque = frames.look().ground == Ground::Filled;
    PngStream stream(device, size, opaque ? PngStream::Channels::Rgb : PngStream::Channels::Rgba);
    const int rowsAtOnce = frames.rowsOfStrip();
    constexpr int kBetweenPolls = 64;
    for (int first = 0; first < size.height(); first += rowsAtOnce) {
        const QImage strip = frames.rows(time, first, std::min(rowsAtOnce, size.height() - first));
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

Status writeSvg(QIODevice& device, const FramePainter& frames, double time) {
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    const QSizeF canvas = frames.canvas();
    generator.setSize(frames.size());
    generator.setViewBox(QRectF(QPointF(0.0, 0.0), canvas));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(titleOf());
    QPainter painter;
    if (!painter.begin(&generator)) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    frames.paint(painter, time);
    painter.end();
    return Ok{};
}

Status writePdf(QIODevice& device, const FramePainter& frames, double time) {
    constexpr double kPointsPerInch = 72.0;
    QPdfWriter writer(&device);
    writer.setResolution(kDotsPerInch);
    // Exactly: a page that is nearly A4 would become A4, and cut the picture.
    writer.setPageSize(
        QPageSize(frames.canvas() * (kPointsPerInch / kDotsPerInch), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(titleOf());
    writer.setCreator(titleOf());
    QPainter painter;
    if (!painter.begin(&writer)) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    frames.paint(painter, time);
    painter.end();
    return Ok{};
}

Status writeDot(QIODevice& device, const Snapshot& snapshot, DotGraph graph, const Theme& theme,
                const RunControl& control) {
    const DotLooks looks = looksOf(snapshot, graph, theme);
    const Result<std::string> text =
        graph == DotGraph::Source ? sourceGraphDot(snapshot, looks, control) : foldedGraphDot(snapshot, looks, control);
    if (!text) {
        return text.error();
    }
    const auto bytes = static_cast<qint64>(text->size());
    if (device.write(text->data(), bytes) != bytes) {
        return Error{ErrorCode::Io, device.errorString().toStdString()};
    }
    return Ok{};
}

} // namespace batchscope
