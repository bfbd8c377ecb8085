// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_format.h"

#include "core/base/check.h"
#include "views/export/export_request.h"
#include "views/export/export_text.h"
#include "views/export/frame_painter.h"
#include "views/export/gif_stream.h"
#include "views/export/palette.h"
#include "views/export/picture_writers.h"

#include <QBuffer>
#include <QRegularExpression>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string_view>
#include <vector>

namespace batchscope {

namespace {

// GIF as an export format: a palette from frames all over the film, then the film in it.

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

/// ExportFormat::open of GIF.
FrameSinkResult openGifFilm(const ExportRequest& request, const FramePainter& frames, const RunControl& control) {
    Result<Palette> palette = paletteOf(frames, FilmTimes(request), control);
    return palette ? openGif(request, std::move(*palette)) : FrameSinkResult(palette.error());
}

/// ExportFormat::estimate of GIF. Frames are counted one by one: the first of each run redraws all, which the film does
/// only once.
Result<SizeEstimate> estimateGif(const ExportRequest& request, const RunControl& control) {
    const FramePainter frames(request.snapshot, lookOf(request));
    const FilmTimes times(request);
    Result<Palette> palette = paletteOf(frames, times, control);
    TRY(palette);
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
        TRY(stream.add(frames.image(times.at(chosen[place]))));
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
    TRY(stream.finish());
    if (chosen.size() == count) {
        return SizeEstimate{buffer.size(), true};
    }
    const auto steady = static_cast<double>(chosen.size() - 1 - jumpCount);
    const double each = static_cast<double>(buffer.size() - first - jumps) / std::max(1.0, steady);
    return SizeEstimate{first + std::llround(each * static_cast<double>(count - 1)), false};
}

using Kind = ExportFormat::Kind;

constexpr auto kFormats = std::to_array<ExportFormat>({
    {.id = "png",
     .ending = "png",
     .name = "PNG",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PNG picture"),
     .transparent = true,
     .write = writePng,
     .estimate = estimatePng},
    {.id = "svg",
     .ending = "svg",
     .name = "SVG",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "SVG drawing"),
     .transparent = true,
     .write = writeSvg},
    {.id = "pdf",
     .ending = "pdf",
     .name = "PDF",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PDF document"),
     .transparent = true,
     .write = writePdf},
    {.id = "dot",
     .ending = "dot",
     .name = "DOT",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "DOT graph, for Graphviz"),
     .kind = Kind::Graph,
     .otherEnding = "gv",
     .write = writeDot},
    {.id = "gif",
     .ending = "gif",
     .name = "GIF",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "GIF animation"),
     .kind = Kind::Film,
     .repeats = true,
     .paysForFrames = true,
     .mostFramesPerSecond = kMostGifFrames,
     .open = openGifFilm,
     .estimate = estimateGif},
    {.id = "mp4",
     .ending = "mp4",
     .name = "MP4",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "MP4 video"),
     .kind = Kind::Film,
     .program = "ffmpeg",
     .installed = hasFfmpeg,
     .open = openMp4},
    {.id = "webm",
     .ending = "webm",
     .name = "WebM",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "WebM video"),
     .kind = Kind::Film,
     .transparent = true,
     .program = "ffmpeg",
     .installed = hasFfmpeg,
     .open = openWebM},
    {.id = "png-frames",
     .ending = "png",
     .name = "frames",
     .title = QT_TRANSLATE_NOOP("batchscope::ExportForm", "PNG frames, one file each"),
     .kind = Kind::Frames,
     .transparent = true,
     .open = openPngSequence},
});

/// "A, B or C"
QString listed(QStringList words, const QString& lastWord) {
    const QString last = words.takeLast();
    return words.isEmpty() ? last : words.join(QStringLiteral(", ")) % u' ' % lastWord % u' ' % last;
}

template <typename Wanted>
QStringList namesOf(Wanted wanted) {
    QStringList names;
    for (const ExportFormat& format : kFormats) {
        if (std::invoke(wanted, format)) {
            names.append(QString::fromLatin1(format.name));
        }
    }
    return names;
}

QString pathEnding(const ExportFormat& format) {
    return (format.kind == Kind::Frames ? QStringLiteral("%04d.") : QStringLiteral(".")) %
           QString::fromLatin1(format.ending);
}

template <typename Wanted>
QString endingsOf(Wanted wanted) {
    QStringList endings;
    for (const ExportFormat& format : kFormats) {
        if (std::invoke(wanted, format)) {
            endings.append(pathEnding(format));
        }
    }
    return listed(endings, translated("or"));
}

template <typename Wanted>
const ExportFormat* firstWhere(Wanted wanted) {
    const auto* const found = std::find_if(kFormats.begin(), kFormats.end(), wanted);
    return found == kFormats.end() ? nullptr : found;
}

bool endsSo(const ExportFormat& format, const QString& ending) {
    return ending == QLatin1String(format.ending) ||
           (format.otherEnding != nullptr && ending == QLatin1String(format.otherEnding));
}

/// Null where no format has this file name.
const ExportFormat* formatNamed(const QString& name) {
    static const QRegularExpression kNumber(QStringLiteral("%0?[0-9]*d"));
    const QString ending = name.contains(u'.') ? name.section(u'.', -1).toLower() : QString();
    const bool isNumbered = name.contains(kNumber);
    const ExportFormat* const frames = firstWhere([&](const ExportFormat& format) {
        return isNumbered && format.kind == Kind::Frames && endsSo(format, ending);
    });
    return frames != nullptr ? frames : firstWhere([&ending](const ExportFormat& format) {
        return format.kind != Kind::Frames && endsSo(format, ending);
    });
}

} // namespace

std::span<const ExportFormat> exportFormats() {
    return kFormats;
}

const ExportFormat& exportFormat(std::string_view id) {
    const ExportFormat* const found = firstWhere([id](const ExportFormat& format) { return format.id == id; });
    BATCHSCOPE_CHECK(found != nullptr);
    return *found;
}

Result<const ExportFormat*> exportFormatOf(const QString& path) {
    const QString name = path.section(u'/', -1);
    const ExportFormat* const found =
        path.endsWith(u'/') ? firstWhere([](const ExportFormat& format) { return format.kind == Kind::Frames; })
                            : formatNamed(name);
    if (found == nullptr) {
        return Error{ErrorCode::Config, translated("a picture ends in %1, a film in %2, not \"%3\"")
                                            .arg(pictureEndings(), filmEndings(), name)
                                            .toStdString()};
    }
    return found;
}

QString withEndingOf(const ExportFormat& format, const QString& path) {
    static const QRegularExpression kCounted(QStringLiteral("-?%0?[0-9]*d$"));
    const qsizetype slash = path.lastIndexOf(u'/');
    const QString folder = path.left(slash + 1);
    QString name = path.mid(slash + 1);
    if (exportFormatOf(path).hasValue() && name.contains(u'.')) {
        name.truncate(name.lastIndexOf(u'.'));
    }
    name.remove(kCounted);
    if (name.isEmpty()) {
        name = QStringLiteral("batchscope");
    }
    return folder % name % (format.kind == Kind::Frames ? QStringLiteral("-") : QString()) % pathEnding(format);
}

QString pictureEndings() {
    return endingsOf([](const ExportFormat& format) { return !format.isFilm(); });
}

QString filmEndings() {
    return endingsOf(&ExportFormat::isFilm);
}

QString pictureNames() {
    return listed(namesOf([](const ExportFormat& format) { return format.kind == Kind::Picture; }), translated("or"));
}

QString graphNames() {
    return listed(namesOf([](const ExportFormat& format) { return format.kind == Kind::Graph; }), translated("or"));
}

QString filmNames() {
    return listed(namesOf(&ExportFormat::isFilm), translated("or"));
}

QString transparentNames() {
    // Frames are of the same form as the picture of their ending.
    return listed(namesOf([](const ExportFormat& format) { return format.transparent && format.kind != Kind::Frames; }),
                  translated("and"));
}

QString neededPrograms() {
    QStringList endings;
    QStringList programs;
    for (const ExportFormat& format : kFormats) {
        if (format.program != nullptr) {
            endings.append(pathEnding(format));
            programs.append(QString::fromLatin1(format.program));
        }
    }
    programs.removeDuplicates();
    return translated("%1 need %2").arg(listed(endings, translated("and")), listed(programs, translated("and")));
}

} // namespace batchscope
