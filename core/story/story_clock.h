// SPDX-License-Identifier: GPL-3.0-or-later
//
// How long each stage of the animation takes on the screen. Playing and exporting use the same clock, so a file has the
// pace of the window. Durations are in seconds, at speed 1; each stop is followed by a short rest.
//
// A batch is computed (Run) for kShortestRun … kLongestRun seconds, by the logarithm of its measured time between the
// quickest and the slowest batch. Many batches go faster, so that all of them take at most kMostSeconds.
#pragma once

#include "core/story/storyboard.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace batchscope {

class StoryClock {
public:
    static constexpr double kRest = 0.25;
    static constexpr double kShortestRun = 0.3;
    static constexpr double kLongestRun = 1.2;
    static constexpr double kMostSeconds = 120.0;

    StoryClock() = default;
    /// `measured`: seconds of each batch, or empty where nothing ran; then all take the same.
    StoryClock(std::size_t batches, std::size_t signatures, std::span<const double> measured);

    /// Of the whole story, from 0 to the folded graph.
    [[nodiscard]] double seconds() const;
    /// When story time t is reached first; monotonous. t is clamped to the story.
    [[nodiscard]] double secondsAt(double t) const;
    /// The story time at this moment; monotonous, and constant during rests. Clamped.
    [[nodiscard]] double timeAt(double seconds) const;

private:
    struct Piece;
    [[nodiscard]] Piece pieceOf(std::size_t interval) const;

    std::size_t m_batches = 0;
    double m_signing = 0.0;
    double m_pace = 1.0;             ///< of the batches
    std::vector<double> m_runs;      ///< by batch, unpaced; empty: all the same
    std::vector<double> m_begins{0}; ///< by interval between stops, + 1
};

// Time for reading while the story plays by itself, in the window and in films: where it waits, and how fast it may go.

/// For one headline of twelve words, the longest there is.
inline constexpr double kReadingSeconds = 3.0;

/// What this headline takes its reader.
[[nodiscard]] double readingSeconds(std::string_view headline);

/// Where the story, playing on from t, waits for its reader next: at every stop until the first batch is complete, then
/// at the end.
[[nodiscard]] double nextMoment(const Storyboard& story, double t);

/// The playing speed at t, as a multiple of the clock's pace, when `speed` is requested. It is capped after the first
/// batch: the later batches share a headline, so together they must take at least kReadingSeconds.
[[nodiscard]] double playingSpeed(const Storyboard& story, const StoryClock& clock, double t, double speed);

} // namespace batchscope
