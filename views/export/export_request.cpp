// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/export/export_request.h"

#include "views/export/export_text.h"

#include <algorithm>
#include <cmath>

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
        return wrong(translated("width and height must each be %1 to %2 pixels, not %3 × %4")
                         .arg(kLeastSide)
                         .arg(largest)
                         .arg(size.width())
                         .arg(size.height()));
    }
    if (!(request.look.scale >= kLeastScale && request.look.scale <= kLargestScale)) {
        return wrong(translated("the scale must be from %1 to %2").arg(kLeastScale).arg(kLargestScale));
    }
    return Ok{};
}

Status checkFilm(const ExportRequest& request) {
    const Film& film = request.film;
    if (!request.snapshot.storyboard) {
        return wrong(translated("there is nothing to animate yet: the trees have no schedule"));
    }
    if (!(film.begin >= 0.0 && film.begin < film.end && film.end <= request.snapshot.storyboard->end())) {
        return wrong(translated("the first stop must come before the last one, and both must be from 0 to %1")
                         .arg(request.snapshot.storyboard->end()));
    }
    const int most = request.format->mostFramesPerSecond;
    if (film.framesPerSecond < 1 || film.framesPerSecond > most) {
        return wrong(translated("%1 allows 1 to %2 frames per second").arg(upperEnding(request)).arg(most));
    }
    constexpr double kShortest = 0.1;
    if (!(film.seconds >= kShortest && film.seconds <= kLongestSeconds)) {
        return wrong(translated("an animation must last %1 to %2 seconds").arg(kShortest).arg(kLongestSeconds));
    }
    return Ok{};
}

} // namespace

Status checkRequest(const ExportRequest& request) {
    if (!request.snapshot.graph || !request.snapshot.forest) {
        return wrong(translated("there is no picture yet"));
    }
    if (!request.format->isDrawn()) {
        if (request.graph == DotGraph::Folded && !request.snapshot.schedule) {
            return wrong(translated("there is no folded graph yet"));
        }
        return Ok{};
    }
    if (request.look.part == ExportPart::Selection && !hasSelection(request.look.focus)) {
        return wrong(translated("nothing is selected"));
    }
    if (request.look.part == ExportPart::Viewport && !request.look.camera) {
        return wrong(translated("there is no canvas view to export"));
    }
    if (request.look.ground == Ground::Transparent && !request.format->transparent) {
        return wrong(translated("%1 cannot have a transparent background; %2 can")
                         .arg(upperEnding(request), transparentNames()));
    }
    if (const Status status = checkSize(request); !status) {
        return status.error();
    }
    return request.format->isFilm() ? checkFilm(request) : Status(Ok{});
}

std::size_t frameCount(const Film& film) {
    return static_cast<std::size_t>(std::max(1L, std::lround(film.seconds * film.framesPerSecond)));
}

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
