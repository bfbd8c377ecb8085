// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/gif_film.h"

#include "views/export/export_request.h"
#include "views/export/frame_painter.h"
#include "views/export/gif_stream.h"
#include "views/export/palette.h"

#include <QBuffer>

#include <algorithm>
#include <cmath>
#include <vector>

namespace batchscope {

namespace {

constexpr std::size_t kPaletteFrames = 24;

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

} // namespace

FrameSinkResult openGifFilm(const ExportRequest& request, const FramePainter& frames, const RunControl& control) {
    Result<Palette> palette = paletteOf(frames, FilmTimes(request), control);
    return palette ? openGif(request, std::move(*palette)) : FrameSinkResult(palette.error());
}

Result<SizeEstimate> estimateGif(const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, lookOf(request));
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

} // namespace batchscope
