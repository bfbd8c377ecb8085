// SPDX-License-Identifier: GPL-3.0-or-later
//
// An export as one value: the dialog, scripts and the command line create it and the writers take it, so that all of
// them offer the same options.
//
// Sizes are in pixels of the file. `scale` is the number of file pixels per screen pixel: text that is 12 pixels high
// on the screen is 24 pixels high at scale 2.
#pragma once

#include "core/session/snapshot.h"
#include "core/story/cursor.h"
#include "core/story/story_clock.h"
#include "views/canvas/scene/scene.h"
#include "views/export/export_format.h"

#include <QFont>
#include <QSize>
#include <QString>

#include <optional>
#include <vector>

namespace batchscope {

/// The part of the world that the picture shows.
enum class ExportPart {
    All,       ///< the part that the story shows at that moment
    Viewport,  ///< the part that the canvas shows now
    Selection, ///< the selection
};

/// The look of the picture, independent of the moment.
struct PictureLook {
    QSize size = {1600, 1000};    ///< pixels; each side 16 … kLargestSide, for films at most kLargestFilmSide
    double scale = 1.0;           ///< kLeastScale … kLargestScale
    const Theme* theme = nullptr; ///< null: the light theme
    Ground ground = Ground::Filled;
    ExportPart part = ExportPart::All;
    std::optional<Camera> camera = std::nullopt; ///< the camera of the canvas, for Viewport
    Focus focus = {};
    std::vector<NodeId> found = {}; ///< marked hits of a search; ascending
    StepView stepView = StepView::Full;
    ReasonLayer reason = ReasonLayer::None; ///< hidden by default, because a file has no buttons
    bool plays = false; ///< a frame of a film, whose batches share a headline as in Play; see lookOf
    QFont font = {};
};

/// The time from `begin` to `end`, in stops, as played by Play, which pauses at the key moments as long as their
/// headlines take to read.
struct Film {
    double begin = 0.0;
    double end = 0.0;
    int framesPerSecond = 20; ///< 1 … 60; for GIF at most kMostGifFrames
    double seconds = 10.0;    ///< 0.1 … 600
    bool loop = true;         ///< ignored by formats that cannot repeat
};

struct ExportRequest {
    QString path;
    const ExportFormat* format = &exportFormats().front(); ///< never null
    Snapshot snapshot;
    PictureLook look = {};
    double time = 0.0; ///< the moment of a still picture, in stops of the storyboard
    Film film = {};
};

inline constexpr int kLeastSide = 16;
inline constexpr int kLargestSide = 32'000; ///< Qt's rasterizer counts pixels in 16 bits
inline constexpr int kLargestFilmSide = 8192;
inline constexpr qint64 kMostPixels = 100'000'000; ///< the limit of a PNG, which takes 4 bytes of memory per pixel
inline constexpr int kMostGifFrames = 25;          ///< per second; viewers show a delay of 2 hundredths as 10
inline constexpr double kLeastScale = 1.0;         ///< Qt draws no image smaller than its screen
inline constexpr double kLargestScale = 8.0;
inline constexpr double kShortestSeconds = 0.1;
inline constexpr double kLongestSeconds = 600.0;

/// Config error, for users to read, if there is no picture or selection, or a size, range or rate is wrong.
[[nodiscard]] Status checkRequest(const ExportRequest& request);

/// The look of the request's pictures: `look`, with `plays` set for a film.
[[nodiscard]] PictureLook lookOf(const ExportRequest& request);

/// The number of frames of the animation, at least 1.
[[nodiscard]] std::size_t frameCount(const Film& film);
/// The seconds that this range takes in the window at speed 1, including the time to read. Needs a storyboard.
[[nodiscard]] double naturalSeconds(const Snapshot& snapshot, double begin, double end);

/// A movement between two moments, in stops, or a pause at one moment.
struct FilmPart {
    double begin = 0.0;
    double end = 0.0;
    double seconds = 0.0;

    [[nodiscard]] bool isPause() const { return begin == end; }
};

/// The moments that the frames of an animation show, in stops: the first frame shows the beginning, the last the end.
/// Key moments (core/story/story_clock.h) and the end are held as long as their headlines take to read, or shorter if
/// the pauses would take most of the film; the movements between them fill the rest, each at its pace in the window.
class FilmTimes {
public:
    /// `request` must have been checked.
    explicit FilmTimes(const ExportRequest& request);
    [[nodiscard]] std::size_t count() const { return frameCount(m_film); }
    [[nodiscard]] double at(std::size_t frame) const;

private:
    Film m_film;
    StoryClock m_clock;
    std::vector<FilmPart> m_parts;
};

} // namespace batchscope
