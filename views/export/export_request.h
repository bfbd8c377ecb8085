// SPDX-License-Identifier: GPL-3.0-or-later
//
// What to write, as one value that the dialog, scripts and the command line create and the writers take, so that all of
// them offer the same.
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

/// Which part of the world the picture shows.
enum class ExportPart {
    All,       ///< as the story wants it seen
    Viewport,  ///< what the canvas shows now
    Selection, ///< what is selected
};

/// How the picture looks, at whatever moment.
struct PictureLook {
    QSize size = {1600, 1000};    ///< pixels, each side 16 … kLargestSide, of films at most kLargestFilmSide
    double scale = 1.0;           ///< kLeastScale … kLargestScale
    const Theme* theme = nullptr; ///< null: the light one
    Ground ground = Ground::Filled;
    ExportPart part = ExportPart::All;
    std::optional<Camera> camera = std::nullopt; ///< Viewport: that of the canvas
    Focus focus = {};
    std::vector<NodeId> found = {}; ///< hits of a search, marked; ascending
    StepView stepView = StepView::Full;
    ReasonLayer reason = ReasonLayer::None; ///< a file has no buttons
    RowsCard rowsCard = RowsCard::Shown;    ///< of a Viewport; elsewhere always shown
    bool plays = false; ///< a frame of a film, whose batches share a headline as they do in Play; see lookOf
    QFont font = {};
};

/// From moment `begin` to `end`, in stops, as Play shows it: it waits at the key moments as long as their headlines
/// take to read.
struct Film {
    double begin = 0.0;
    double end = 0.0;
    int framesPerSecond = 20; ///< 1 … 60, of GIF at most kMostGifFrames
    double seconds = 10.0;    ///< 0.1 … 600
    bool loop = true;         ///< where the format repeats
};

struct ExportRequest {
    QString path;
    const ExportFormat* format = &exportFormats().front(); ///< never null
    Snapshot snapshot;
    PictureLook look = {};
    double time = 0.0; ///< of a picture without motion, in stops
    Film film = {};
};

inline constexpr int kLeastSide = 16;
inline constexpr int kLargestSide = 32'000; ///< Qt's rasterizer counts pixels in 16 bits
inline constexpr int kLargestFilmSide = 8192;
inline constexpr qint64 kMostPixels = 100'000'000; ///< of a PNG, which takes 4 bytes of memory for each
inline constexpr int kMostGifFrames = 25;          ///< a second; viewers show 2 hundredths as 10
inline constexpr double kLeastScale = 1.0;         ///< Qt draws no image smaller than its screen
inline constexpr double kLargestScale = 8.0;
inline constexpr double kShortestSeconds = 0.1;
inline constexpr double kLongestSeconds = 600.0;

/// Config error with a sentence for people: no picture, nothing selected, a wrong size, range or rate.
[[nodiscard]] Status checkRequest(const ExportRequest& request);

/// How its pictures look: `look`, and playing where it is a film.
[[nodiscard]] PictureLook lookOf(const ExportRequest& request);

/// Frames of the animation: at least 1.
[[nodiscard]] std::size_t frameCount(const Film& film);
/// Seconds that this range takes in the window at speed 1, with the time to read. Needs a storyboard.
[[nodiscard]] double naturalSeconds(const Snapshot& snapshot, double begin, double end);

/// A movement between two moments, in stops, or the pause at one.
struct FilmPart {
    double begin = 0.0;
    double end = 0.0;
    double seconds = 0.0;

    [[nodiscard]] bool isPause() const { return begin == end; }
};

/// The moments that the frames of an animation show, in stops: the first shows the beginning, the last the end. Key
/// moments (core/story/story_clock.h) and the end are held as long as it takes to read their headlines, less where they
/// would take most of the film; the movements between them fill the rest, each at its pace in the window.
class FilmTimes {
public:
    /// Of a checked request.
    explicit FilmTimes(const ExportRequest& request);
    [[nodiscard]] std::size_t count() const { return frameCount(m_film); }
    [[nodiscard]] double at(std::size_t frame) const;

private:
    Film m_film;
    StoryClock m_clock;
    std::vector<FilmPart> m_parts;
};

} // namespace batchscope
