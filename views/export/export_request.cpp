// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_request.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr std::array<ExportFormat, 8> kFormats = {ExportFormat::Png,  ExportFormat::Svg,        ExportFormat::Pdf,
                                                  ExportFormat::Dot,  ExportFormat::Gif,        ExportFormat::Mp4,
                                                  ExportFormat::WebM, ExportFormat::PngSequence};

QString tr(const char* text) {
    return QCoreApplication::translate("batchscope::Export", text);
}

Error wrong(const QString& sentence) {
    return Error{ErrorCode::Config, sentence.toStdString()};
}

bool hasSelection(const Focus& focus) {
    return focus.node.valid() || focus.batch.valid() || focus.tree.valid();
}

Status checkSize(const ExportRequest& request) {
    const QSize size = request.look.size;
    const int largest = isFilm(request.format) ? kLargestFilmSide : kLargestSide;
    if (std::min(size.width(), size.height()) < kLeastSide || std::max(size.width(), size.height()) > largest) {
        return wrong(tr("each side takes %1 to %2 pixels, not %3 × %4")
                         .arg(kLeastSide)
                         .arg(largest)
                         .arg(size.width())
                         .arg(size.height()));
    }
    if (!(request.look.scale >= kLeastScale && request.look.scale <= kLargestScale)) {
        return wrong(tr("the scale goes from %1 to %2").arg(kLeastScale).arg(kLargestScale));
    }
    return Ok{};
}

Status checkFilm(const ExportRequest& request) {
    const Film& film = request.film;
    if (!request.snapshot.storyboard) {
        return wrong(tr("there is nothing to move yet: the trees have no schedule"));
    }
    if (!(film.begin >= 0.0 && film.begin < film.end && film.end <= request.snapshot.storyboard->end())) {
        return wrong(tr("the range goes from A to B, with A before B, in stops from 0 to %1")
                         .arg(request.snapshot.storyboard->end()));
    }
    constexpr int kMostFrames = 60;
    const int most = request.format == ExportFormat::Gif ? kMostGifFrames : kMostFrames;
    if (film.framesPerSecond < 1 || film.framesPerSecond > most) {
        return wrong(tr("%1 takes 1 to %2 frames per second").arg(endingOf(request.format).toUpper()).arg(most));
    }
    constexpr double kShortest = 0.1;
    if (!(film.seconds >= kShortest && film.seconds <= kLongestSeconds)) {
        return wrong(tr("a film takes %1 to %2 seconds").arg(kShortest).arg(kLongestSeconds));
    }
    return Ok{};
}

} // namespace

std::span<const ExportFormat> exportFormats() {
    return kFormats;
}

QString endingOf(ExportFormat format) {
    switch (format) {
    case ExportFormat::Svg: return QStringLiteral("svg");
    case ExportFormat::Pdf: return QStringLiteral("pdf");
    case ExportFormat::Dot: return QStringLiteral("dot");
    case ExportFormat::Gif: return QStringLiteral("gif");
    case ExportFormat::Mp4: return QStringLiteral("mp4");
    case ExportFormat::WebM: return QStringLiteral("webm");
    case ExportFormat::Png:
    case ExportFormat::PngSequence: break;
    }
    return QStringLiteral("png");
}

bool isFilm(ExportFormat format) {
    return format == ExportFormat::Gif || format == ExportFormat::Mp4 || format == ExportFormat::WebM ||
           format == ExportFormat::PngSequence;
}

bool mayBeTransparent(ExportFormat format) {
    return format != ExportFormat::Dot && format != ExportFormat::Gif && format != ExportFormat::Mp4;
}

Result<ExportFormat> exportFormatOf(const QString& path) {
    static const QRegularExpression kNumber(QStringLiteral("%0?[0-9]*d"));
    if (path.endsWith(u'/')) {
        return ExportFormat::PngSequence;
    }
    const QString name = path.section(u'/', -1);
    const QString ending = name.contains(u'.') ? name.section(u'.', -1).toLower() : QString();
    if (ending == u"png") {
        return name.contains(kNumber) ? ExportFormat::PngSequence : ExportFormat::Png;
    }
    for (const ExportFormat format : kFormats) {
        if (ending == endingOf(format)) {
            return format;
        }
    }
    if (ending == u"gv") {
        return ExportFormat::Dot;
    }
    return wrong(tr("a picture ends in .png, .svg, .pdf or .dot, a film in .gif, .mp4, .webm or %04d.png, not \"%1\"")
                     .arg(name));
}

QString withEndingOf(ExportFormat format, const QString& path) {
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
    return folder + name + (format == ExportFormat::PngSequence ? QStringLiteral("-%04d.") : QStringLiteral(".")) +
           endingOf(format);
}

Status checkRequest(const ExportRequest& request) {
    if (!request.snapshot.graph || !request.snapshot.forest) {
        return wrong(tr("there is no picture yet"));
    }
    if (request.format == ExportFormat::Dot) {
        if (request.graph == DotGraph::Folded && (!request.snapshot.schedule || !request.snapshot.plan)) {
            return wrong(tr("there is no folded graph yet"));
        }
        return Ok{};
    }
    if (request.look.part == ExportPart::Selection && !hasSelection(request.look.focus)) {
        return wrong(tr("nothing is selected"));
    }
    if (request.look.part == ExportPart::Viewport && !request.look.camera) {
        return wrong(tr("there is no canvas to take the view from"));
    }
    if (request.look.ground == Ground::Transparent && !mayBeTransparent(request.format)) {
        return wrong(tr("%1 cannot have a transparent background; PNG, SVG, PDF and WebM can")
                         .arg(endingOf(request.format).toUpper()));
    }
    if (const Status status = checkSize(request); !status) {
        return status.error();
    }
    return isFilm(request.format) ? checkFilm(request) : Status(Ok{});
}

std::size_t frameCount(const Film& film) {
    return static_cast<std::size_t>(std::max(1L, std::lround(film.seconds * film.framesPerSecond)));
}

double naturalSeconds(const Snapshot& snapshot, double begin, double end) {
    const StoryClock clock = clockOf(snapshot);
    return clock.secondsAt(end) - clock.secondsAt(begin);
}

FilmTimes::FilmTimes(const ExportRequest& request) : m_film(request.film), m_clock(clockOf(request.snapshot)) {}

double FilmTimes::at(std::size_t frame) const {
    constexpr double kShare = 0.1;
    const double hold = std::min(kHold, kShare * m_film.seconds) * m_film.framesPerSecond;
    const std::size_t last = count() - 1 - std::min(count() - 1, static_cast<std::size_t>(hold)); // that moves
    if (frame >= last) {
        return m_film.end;
    }
    const double begin = m_clock.secondsAt(m_film.begin);
    const double end = m_clock.secondsAt(m_film.end);
    const double share = static_cast<double>(frame) / static_cast<double>(last);
    return std::clamp(m_clock.timeAt(begin + (end - begin) * share), m_film.begin, m_film.end);
}

} // namespace batchscope
