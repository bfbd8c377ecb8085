// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_writer.h"

#include "views/export/file_device.h"
#include "views/export/frame_painter.h"
#include "views/export/frame_sink.h"
#include "views/export/picture_writers.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope {

namespace {

Error at(const QString& path, const Error& error) {
    return error.code == ErrorCode::Io && error.file.empty() ? Error{error.code, error.message, path.toStdString()}
                                                             : error;
}

Result<qint64> writePictureFile(const ExportRequest& request, const RunControl& control) {
    Result<FileWriter> opened = FileWriter::create(request.path.toStdString());
    TRY(opened);
    FileDevice file(std::move(*opened));
    if (const Status status = request.format->write(file, request, control); !status) {
        return at(request.path, status.error());
    }
    if (control.stopRequested()) { // while SVG or PDF were drawn, which cannot be broken off
        return cancelledError();
    }
    const Status finished = file.finish();
    return finished ? Result<qint64>(file.written()) : finished.error();
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

Status addFrames(FrameSink& sink, const FramePainter& frames, const FilmTimes& times,
                 const std::vector<std::size_t>& chosen, const RunControl& control) {
    for (std::size_t place = 0; place < chosen.size(); ++place) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        TRY(sink.add(frames.image(times.at(chosen[place])), control));
        control.report("frames", place + 1, chosen.size());
    }
    return sink.finish(control);
}

/// Writes these frames of the film.
Result<qint64> writeFrames(const ExportRequest& request, const std::vector<std::size_t>& chosen,
                           const RunControl& control) {
    const FramePainter frames(request.snapshot, lookOf(request));
    FrameSinkResult sink = request.format->open(request, frames, control);
    if (!sink) {
        return at(request.path, sink.error());
    }
    if (const Status status = addFrames(**sink, frames, FilmTimes(request), chosen, control); !status) {
        return at(request.path, status.error());
    }
    return bytesAt(request);
}

Result<SizeEstimate> estimateFilm(ExportRequest request, const RunControl& control) {
    QTemporaryDir folder;
    request.path = folder.filePath(withEndingOf(*request.format, QStringLiteral("film")));
    const std::size_t count = frameCount(request.film);
    const std::vector<std::size_t> chosen = sampledFrames(count);
    const Result<qint64> bytes = writeFrames(request, chosen, control);
    TRY(bytes);
    const double share = static_cast<double>(count) / static_cast<double>(chosen.size());
    return SizeEstimate{std::llround(static_cast<double>(*bytes) * share), chosen.size() == count};
}

} // namespace

Result<qint64> writeExport(const ExportRequest& request, const RunControl& control) {
    TRY(checkRequest(request));
    if (!request.format->isFilm()) {
        return writePictureFile(request, control);
    }
    std::vector<std::size_t> all(frameCount(request.film));
    for (std::size_t frame = 0; frame < all.size(); ++frame) {
        all[frame] = frame;
    }
    return writeFrames(request, all, control);
}

Result<SizeEstimate> estimateExport(const ExportRequest& request, const RunControl& control) {
    TRY(checkRequest(request));
    if (request.format->estimate != nullptr) {
        return request.format->estimate(request, control);
    }
    return request.format->isFilm() ? estimateFilm(request, control) : estimatePicture(request, control);
}

} // namespace batchscope
