// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_writer.h"

#include "views/export/frame_painter.h"
#include "views/export/frame_sink.h"
#include "views/export/gif_stream.h"
#include "views/export/palette.h"
#include "views/export/picture_writers.h"
#include "views/export/png_stream.h"

#include <QBuffer>
#include <QDir>
#include <QFileInfo>
#include <QSaveFile>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kPaletteFrames = 24;

Error at(const QString& path, const Error& error) {
    return error.code == ErrorCode::Io && error.file.empty() ? Error{error.code, error.message, path.toStdString()}
                                                             : error;
}

/// PNG, SVG, PDF, DOT into any device.
Status writePicture(QIODevice& device, const ExportRequest& request, const RunControl& control) {
    const Theme& theme = request.look.theme != nullptr ? *request.look.theme : lightTheme();
    if (request.format == ExportFormat::Dot) {
        return writeDot(device, request.snapshot, request.graph, theme, control);
    }
    const FramePainter frames(request.snapshot, request.look);
    switch (request.format) {
    case ExportFormat::Svg: return writeSvg(device, frames, request.time);
    case ExportFormat::Pdf: return writePdf(device, frames, request.time);
    default: return writePng(device, frames, request.time, control);
    }
}

Result<qint64> writePictureFile(const ExportRequest& request, const RunControl& control) {
    QSaveFile file(request.path);
    if (!file.open(QIODevice::WriteOnly)) {
        return Error{ErrorCode::Io, file.errorString().toStdString(), request.path.toStdString()};
    }
    if (const Status status = writePicture(file, request, control); !status) {
        return at(request.path, status.error());
    }
    if (control.stopRequested()) { // while SVG or PDF were drawn, which cannot be broken off
        return cancelledError();
    }
    const qint64 bytes = file.size();
    if (!file.commit()) {
        return Error{ErrorCode::Io, file.errorString().toStdString(), request.path.toStdString()};
    }
    return bytes;
}

/// The colours of frames from all over the film.
Result<Palette> paletteOf(const FramePainter& frames, const FilmTimes& times, const RunControl& control) {
    PaletteBuilder builder;
    const std::size_t count = times.count();
    const std::size_t samples = std::min(kPaletteFrames, count);
    for (std::size_t sample = 0; sample < samples; ++sample) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        builder.add(frames.image(times.at(sample * (count - 1) / std::max<std::size_t>(1, samples - 1))));
    }
    return builder.palette();
}

FrameSinkResult openSink(const ExportRequest& request, const FramePainter& frames, const RunControl& control) {
    if (request.format == ExportFormat::Gif) {
        Result<Palette> palette = paletteOf(frames, FilmTimes(request), control);
        return palette ? openGif(request, std::move(*palette)) : FrameSinkResult(palette.error());
    }
    return request.format == ExportFormat::PngSequence ? openPngSequence(request) : openFfmpeg(request);
}

/// Bytes of the file, or of all files of a sequence, as far as that is known from the folder.
qint64 bytesAt(const ExportRequest& request) {
    if (request.format != ExportFormat::PngSequence) {
        return QFileInfo(request.path).size();
    }
    const QString folder = request.path.section(u'/', 0, -2, QString::SectionIncludeTrailingSep);
    qint64 bytes = 0;
    const QString begin = request.path.section(u'/', -1).section(u'%', 0, 0);
    const QDir frames(folder.isEmpty() ? QStringLiteral(".") : folder);
    for (const QFileInfo& file : frames.entryInfoList({begin + QStringLiteral("*.png")}, QDir::Files)) {
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
        if (const Status status = sink.add(frames.image(times.at(chosen[place])), control); !status) {
            return status.error();
        }
        control.report("frames", place + 1, chosen.size());
    }
    return sink.finish(control);
}

/// Writes these frames of the film.
Result<qint64> writeFrames(const ExportRequest& request, const std::vector<std::size_t>& chosen,
                           const RunControl& control) {
    const FramePainter frames(request.snapshot, request.look);
    FrameSinkResult sink = openSink(request, frames, control);
    if (!sink) {
        return at(request.path, sink.error());
    }
    if (const Status status = addFrames(**sink, frames, FilmTimes(request), chosen, control); !status) {
        return at(request.path, status.error());
    }
    return bytesAt(request);
}

/// A few runs of consecutive frames, all over the film: what a frame costs depends on the one before it.
std::vector<std::size_t> sampledFrames(std::size_t count) {
    constexpr std::size_t kRuns = 12;
    constexpr std::size_t kRun = 4;
    std::vector<std::size_t> chosen;
    if (count <= kRuns * kRun) {
        chosen.resize(count);
        for (std::size_t frame = 0; frame < count; ++frame) {
            chosen[frame] = frame;
        }
        return chosen;
    }
    chosen.reserve(kRuns * kRun);
    for (std::size_t run = 0; run < kRuns; ++run) {
        const std::size_t begin = run * (count - kRun) / (kRuns - 1);
        for (std::size_t frame = 0; frame < kRun; ++frame) {
            chosen.push_back(begin + frame);
        }
    }
    return chosen;
}

/// A GIF's frames are counted one by one: the first of each run redraws all, which the film does only once.
Result<SizeEstimate> estimateGif(const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, request.look);
    const FilmTimes times(request);
    Result<Palette> palette = paletteOf(frames, times, control);
    if (!palette) {
        return palette.error();
    }
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    GifStream stream(buffer, frames.size(), std::move(*palette), request.film);
    const std::size_t count = frameCount(request.film);
    const std::vector<std::size_t> chosen = sampledFrames(count);
    qint64 first = 0;
    qint64 jumps = 0; // frames that follow upon one that is not before them in the film
    std::size_t jumpCount = 0;
    std::size_t waiting = 0; // a frame is written when the next one differs from it
    for (std::size_t place = 0; place < chosen.size(); ++place) {
        if (control.stopRequested()) {
            return cancelledError();
        }
        const qint64 before = buffer.size();
        if (const Status status = stream.add(frames.image(times.at(chosen[place]))); !status) {
            return status.error();
        }
        const qint64 written = buffer.size() - before;
        if (written == 0) {
            continue;
        }
        if (waiting == 0) {
            first = written;
        } else if (chosen[waiting] != chosen[waiting - 1] + 1) {
            jumps += written;
            ++jumpCount;
        }
        waiting = place;
        control.report("estimate", place + 1, chosen.size());
    }
    if (const Status status = stream.finish(); !status) {
        return status.error();
    }
    if (chosen.size() == count) {
        return SizeEstimate{buffer.size(), true};
    }
    const auto steady = static_cast<double>(chosen.size() - 1 - jumpCount);
    const double each = static_cast<double>(buffer.size() - first - jumps) / std::max(1.0, steady);
    return SizeEstimate{first + std::llround(each * static_cast<double>(count - 1)), false};
}

Result<SizeEstimate> estimateFilm(ExportRequest request, const RunControl& control) {
    QTemporaryDir folder;
    request.path = folder.filePath(request.format == ExportFormat::PngSequence
                                       ? QStringLiteral("%04d.png")
                                       : QStringLiteral("film.") + endingOf(request.format));
    const std::size_t count = frameCount(request.film);
    const std::vector<std::size_t> chosen = sampledFrames(count);
    const Result<qint64> bytes = writeFrames(request, chosen, control);
    if (!bytes) {
        return bytes.error();
    }
    const double share = static_cast<double>(count) / static_cast<double>(chosen.size());
    return SizeEstimate{std::llround(static_cast<double>(*bytes) * share), chosen.size() == count};
}

/// Some rows here and there of a large PNG, as if they were all.
Result<SizeEstimate> estimatePng(const ExportRequest& request, const RunControl& control) {
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
    if (const Status status = stream.finish(); !status) {
        return status.error();
    }
    return SizeEstimate{buffer.size() * size.height() / (kPlaces * kRows), false};
}

} // namespace

Result<qint64> writeExport(const ExportRequest& request, const RunControl& control) {
    if (const Status status = checkRequest(request); !status) {
        return status.error();
    }
    if (!isFilm(request.format)) {
        return writePictureFile(request, control);
    }
    std::vector<std::size_t> all(frameCount(request.film));
    for (std::size_t frame = 0; frame < all.size(); ++frame) {
        all[frame] = frame;
    }
    return writeFrames(request, all, control);
}

Result<SizeEstimate> estimateExport(const ExportRequest& request, const RunControl& control) {
    if (const Status status = checkRequest(request); !status) {
        return status.error();
    }
    if (request.format == ExportFormat::Gif) {
        return estimateGif(request, control);
    }
    if (isFilm(request.format)) {
        return estimateFilm(request, control);
    }
    constexpr qint64 kExactPixels = 4'000'000;
    const qint64 pixels = static_cast<qint64>(request.look.size.width()) * request.look.size.height();
    if (request.format == ExportFormat::Png && pixels > kExactPixels) {
        return estimatePng(request, control);
    }
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    if (const Status status = writePicture(buffer, request, control); !status) {
        return status.error();
    }
    return SizeEstimate{buffer.size(), true};
}

} // namespace batchscope
