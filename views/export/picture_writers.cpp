// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/picture_writers.h"

#include "views/export/export_request.h"
#include "views/export/frame_painter.h"

#include <QBuffer>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <utility>

namespace batchscope {

namespace {

constexpr int kDotsPerInch = 96; // of SVG and PDF, so that text has the size it has on the screen

QString pictureTitle() {
    return QStringLiteral("Batchscope");
}

} // namespace

QByteArray pngBytes(const QImage& image) {
    constexpr int kQuick = 50; // of 100; on flat colors more costs time and saves a percent
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG", kQuick);
    return bytes;
}

Result<QByteArray> drawnPng(const ExportRequest& request, const RunControl& control) {
    const QImage image = FramePainter(request.snapshot, request.look).image(request.time);
    if (control.stopRequested()) {
        return cancelledError();
    }
    QByteArray bytes = pngBytes(image);
    return !bytes.isEmpty() ? Result<QByteArray>(std::move(bytes))
                            : Error{ErrorCode::Backend, "there is not enough memory for so many pixels"};
}

Result<QByteArray> drawnSvg(const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, request.look);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(frames.size());
    generator.setViewBox(QRectF(QPointF(0.0, 0.0), frames.canvas()));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(pictureTitle());
    QPainter painter(&generator);
    frames.paint(painter, request.time);
    painter.end();
    return control.stopRequested() ? Result<QByteArray>(cancelledError()) : bytes;
}

Result<QByteArray> drawnPdf(const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, request.look);
    constexpr double kPointsPerInch = 72.0;
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kDotsPerInch);
    // Exactly: a page that is nearly A4 would become A4, and cut the picture.
    writer.setPageSize(
        QPageSize(frames.canvas() * (kPointsPerInch / kDotsPerInch), QPageSize::Point, {}, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(pictureTitle());
    writer.setCreator(pictureTitle());
    QPainter painter(&writer);
    frames.paint(painter, request.time);
    painter.end();
    return control.stopRequested() ? Result<QByteArray>(cancelledError()) : bytes;
}

} // namespace batchscope
