// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_request.h"

#include "core/session/caption.h"
#include "core/story/story_clock.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace batchscope {

namespace {

Error wrong(const QString& sentence) {
    return Error{ErrorCode::Config, sentence.toStdString()};
}

QString upperEnding(const ExportRequest& request) {
    return QString::fromLatin1(request.format->ending).toUpper();
}

bool hasSelection(const Focus& focus) {
    return focus.node.valid() || focus.batch.valid() || focus.tree.valid();
}

Status checkSize(const ExportRequest& request) {
    const QSize size = request.look.size;
    const int largest = request.format->isFilm() ? kLargestFilmSide : kLargestSide;
    if (std::min(size.width(), size.height()) < kLeastSide || std::max(size.width(), size.height()) > largest) {
        return wrong(QStringLiteral("width and height must each be %1 to %2 pixels, not %3 × %4")
                         .arg(kLeastSide)
                         .arg(largest)
                         .arg(size.width())
                         .arg(size.height()));
    }
    if ((request.format == &exportFormat("png") || request.format->isFilm()) &&
        qint64{size.width()} * size.height() > kMostPixels) {
        return wrong(QStringLiteral("%1 × %2 pixels are more than %3 million; an SVG or PDF has no pixels")
                         .arg(size.width())
                         .arg(size.height())
                         .arg(kMostPixels / 1'000'000));
    }
    if (!(request.look.scale >= kLeastScale && request.look.scale <= kLargestScale)) {
        return wrong(QStringLiteral("the scale must be from %1 to %2").arg(kLeastScale).arg(kLargestScale));
    }
    return Ok{};
}

Status checkFilm(const ExportRequest& request) {
    const Film& film = request.film;
    if (!request.snapshot.storyboard) {
        return wrong(QStringLiteral("there is nothing to animate yet: the trees have no schedule"));
    }
    if (!(film.begin >= 0.0 && film.begin < film.end && film.end <= request.snapshot.storyboard->end())) {
        return wrong(QStringLiteral("the first stop must come before the last one, and both must be from 0 to %1")
                         .arg(request.snapshot.storyboard->end()));
    }
    const int most = request.format->mostFramesPerSecond;
    if (film.framesPerSecond < 1 || film.framesPerSecond > most) {
        return wrong(QStringLiteral("%1 allows 1 to %2 frames per second").arg(upperEnding(request)).arg(most));
    }
    if (!(film.seconds >= kShortestSeconds && film.seconds <= kLongestSeconds)) {
        return wrong(
            QStringLiteral("an animation must last %1 to %2 seconds").arg(kShortestSeconds).arg(kLongestSeconds));
    }
    return Ok{};
}

/// At `speed` times the pace of the clock; the time to read is the same at any speed.
std::vector<FilmPart> partsAt(const Snapshot& snapshot, const Film& film, double speed) {
    const Storyboard& story = *snapshot.storyboard;
    const StoryClock clock = clockOf(snapshot);
    std::vector<FilmPart> parts;
    const auto hold = [&](double t) { parts.push_back({t, t, readingSeconds(captionWhilePlaying(snapshot, t).what)}); };
    const auto move = [&](double from, double to) {
        if (from < to) {
            const double own = clock.secondsAt(to) - clock.secondsAt(from);
            parts.push_back({from, to, own / playingSpeed(story, clock, from, speed)});
        }
    };
    if (film.begin == 0.0 || nextMoment(story, film.begin - 0.5) == film.begin) {
        hold(film.begin);
    }
    const double end = std::min(film.end, story.end());
    for (double at = film.begin; at < end;) {
        const double next = std::min(nextMoment(story, at), end);
        const double folding = std::clamp(story.end() - 1.0, at, next); // the last batch is done, and the pace another
        move(at, folding);
        move(folding, next);
        hold(next);
        at = next;
    }
    constexpr double kLeastEnd = 1.5; // it is the result, and a film that repeats would remove it at once
    if (!parts.empty()) {             // nor has a film whose range is refused any
        parts.back().seconds = std::max(parts.back().seconds, kLeastEnd);
    }
    return parts;
}

} // namespace

Status checkRequest(const ExportRequest& request) {
    if (!request.snapshot.graph || !request.snapshot.forest) {
        return wrong(QStringLiteral("there is no picture yet"));
    }
    if (request.look.part == ExportPart::Selection && !hasSelection(request.look.focus)) {
        return wrong(QStringLiteral("nothing is selected"));
    }
    if (request.look.part == ExportPart::Viewport && !request.look.camera) {
        return wrong(QStringLiteral("there is no canvas view to export"));
    }
    if (request.look.ground == Ground::Transparent && !request.format->transparent) {
        return wrong(
            QStringLiteral("%1 cannot have a transparent background; PNG, SVG and PDF can").arg(upperEnding(request)));
    }
    TRY(checkSize(request));
    return request.format->isFilm() ? checkFilm(request) : Status(Ok{});
}

std::size_t frameCount(const Film& film) {
    return static_cast<std::size_t>(std::max(1L, std::lround(film.seconds * film.framesPerSecond)));
}

PictureLook lookOf(const ExportRequest& request) {
    PictureLook look = request.look;
    look.plays = request.format->isFilm();
    return look;
}

double naturalSeconds(const Snapshot& snapshot, double begin, double end) {
    const std::vector<FilmPart> parts = partsAt(snapshot, {.begin = begin, .end = end}, 1.0);
    return std::accumulate(parts.begin(), parts.end(), 0.0,
                           [](double seconds, const FilmPart& part) { return seconds + part.seconds; });
}

FilmTimes::FilmTimes(const ExportRequest& request) : m_film(request.film), m_clock(clockOf(request.snapshot)) {
    constexpr double kMostReading = 0.7; // of the film
    const double moving = m_clock.secondsAt(m_film.end) - m_clock.secondsAt(m_film.begin);
    const auto secondsOf = [this](bool areMoving) {
        double seconds = 0.0;
        for (const FilmPart& part : m_parts) {
            seconds += part.isPause() != areMoving ? part.seconds : 0.0;
        }
        return seconds;
    };
    m_parts = partsAt(request.snapshot, m_film, 1.0);
    const double reading = std::min(secondsOf(false), kMostReading * m_film.seconds);
    m_parts = partsAt(request.snapshot, m_film, moving / (m_film.seconds - reading));
    const double slower = (m_film.seconds - reading) / secondsOf(true);
    const double shorter = reading / secondsOf(false);
    for (FilmPart& part : m_parts) {
        part.seconds *= part.isPause() ? shorter : slower;
    }
}

double FilmTimes::at(std::size_t frame) const {
    double seconds = static_cast<double>(frame) / m_film.framesPerSecond;
    for (const FilmPart& part : m_parts) {
        if (frame + 1 >= count()) {
            break;
        }
        if (seconds < part.seconds) {
            const double begin = m_clock.secondsAt(part.begin);
            const double share = seconds / part.seconds;
            return std::clamp(m_clock.timeAt(begin + (m_clock.secondsAt(part.end) - begin) * share), part.begin,
                              part.end);
        }
        seconds -= part.seconds;
    }
    return m_film.end;
}

} // namespace batchscope
