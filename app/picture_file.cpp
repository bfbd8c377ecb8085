// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/picture_file.h"

#include "views/canvas/scene_painter.h"

#include <QImage>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace batchscope {

namespace {

constexpr int kDotsPerInch = 96; // of SVG and PDF, so that text has the size it has on the screen

Error cannotWrite(const QString& path, const QString& reason) {
    return Error{ErrorCode::Io, "the picture could not be written: " + reason.toStdString(), path.toStdString()};
}

void configureSvg(QSvgGenerator& generator, QSize size) {
    generator.setSize(size);
    generator.setViewBox(QRect(QPoint(0, 0), size));
    generator.setResolution(kDotsPerInch);
    generator.setTitle(QStringLiteral("Batchscope"));
}

void configurePdf(QPdfWriter& writer, QSize size) {
    constexpr double kPointsPerInch = 72.0;
    writer.setResolution(kDotsPerInch);
    writer.setPageSize(QPageSize(QSizeF(size) * (kPointsPerInch / kDotsPerInch), QPageSize::Point));
    writer.setPageMargins(QMarginsF(0.0, 0.0, 0.0, 0.0));
    writer.setTitle(QStringLiteral("Batchscope"));
    writer.setCreator(QStringLiteral("Batchscope"));
}

} // namespace

Result<PictureFormat> pictureFormatOf(const QString& path) {
    const QString ending = path.section(u'.', -1).toLower();
    if (ending == u"png") {
        return PictureFormat::Png;
    }
    if (ending == u"svg") {
        return PictureFormat::Svg;
    }
    if (ending == u"pdf") {
        return PictureFormat::Pdf;
    }
    return Error{ErrorCode::Config,
                 "a picture ends in .png, .svg or .pdf, not \"" + path.section(u'/', -1).toStdString() + '"'};
}

Status writePicture(const Snapshot& snapshot, double time, const Focus& focus, const Theme& theme, QSize size,
                    const QString& path) {
    const Result<PictureFormat> format = pictureFormatOf(path);
    if (!format) {
        return format.error();
    }
    QSaveFile file(path); // nothing half written is left behind
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    const auto paintOn = [&](QPaintDevice& device) {
        QPainter painter(&device);
        paintPicture(painter, snapshot, time, focus, theme, size);
    };
    if (*format == PictureFormat::Png) {
        if (!renderPicture(snapshot, time, focus, theme, size).save(&file, "PNG")) {
            return cannotWrite(path, file.errorString());
        }
    } else if (*format == PictureFormat::Svg) {
        QSvgGenerator generator;
        generator.setOutputDevice(&file);
        configureSvg(generator, size);
        paintOn(generator);
    } else {
        QPdfWriter writer(&file);
        configurePdf(writer, size);
        paintOn(writer);
    }
    return file.commit() ? Status(Ok{}) : Status(cannotWrite(path, file.errorString()));
}

} // namespace batchscope
