// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_writer.h"

#include "core/bytes/file_writer.h"
#include "views/export/frame_painter.h"
#include "views/export/frame_sink.h"

#include <QDir>
#include <QFileInfo>

namespace batchscope {

namespace {

Error at(const QString& path, const Error& error) {
    return error.code == ErrorCode::Io && error.file.empty() ? Error{error.code, error.message, path.toStdString()}
                                                             : error;
}

Result<qint64> writePictureFile(const ExportRequest& request, const RunControl& control) {
    const Result<QByteArray> content = request.format->draw(request, control);
    TRY(content);
    TRY(writeFile(request.path.toStdString(), {content->constData(), static_cast<std::size_t>(content->size())}));
    return content->size();
}

/// Bytes of the file, or of all files of a sequence, as far as that is known from the folder.
qint64 bytesAt(const ExportRequest& request) {
    if (request.format->kind != ExportFormat::Kind::Frames) {
        return QFileInfo(request.path).size();
    }
    const QString folder = request.path.section(u'/', 0, -2, QString::SectionIncludeTrailingSep);
    qint64 bytes = 0;
    const QString begin = request.path.section(u'/', -1).section(u'%', 0, 0);
    const QDir frames(folder.isEmpty() ? QStringLiteral(".") : folder);
    for (const QFileInfo& file :
         frames.entryInfoList({begin % QStringLiteral("*.") % QLatin1String(request.format->ending)}, QDir::Files)) {
        bytes += file.size();
    }
    return bytes;
}

Status addFrames(FrameSink& sink, const FramePainter& frames, const FilmTimes& times, const RunControl& control) {
    for (std::size_t frame = 0; frame < times.count(); ++frame) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        TRY(sink.add(frames.image(times.at(frame)), control));
        control.report("frames", frame + 1, times.count());
    }
    return sink.finish(control);
}

Result<qint64> writeFilm(const ExportRequest& request, const RunControl& control) {
    FrameSinkResult sink = request.format->open(request);
    if (!sink) {
        return at(request.path, sink.error());
    }
    const FramePainter frames(request.snapshot, lookOf(request));
    if (const Status status = addFrames(**sink, frames, FilmTimes(request), control); !status) {
        return at(request.path, status.error());
    }
    return bytesAt(request);
}

} // namespace

Result<qint64> writeExport(const ExportRequest& request, const RunControl& control) {
    TRY(checkRequest(request));
    return request.format->isFilm() ? writeFilm(request, control) : writePictureFile(request, control);
}

} // namespace batchscope
