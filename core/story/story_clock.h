// SPDX-License-Identifier: GPL-3.0-or-later
//
// The duration of each stage of the animation on the screen. Playback and export share this clock, so a file has the
// pace of the window. Durations are in seconds, at speed 1; each stop is followed by a short rest.
//
// A batch is computed (Run) for kShortestRun … kLongestRun seconds, scaled by the logarithm of its measured time
// between the fastest and the slowest batch. Many batches are sped up to take at most kMostSeconds in total.
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
    /// `measured` holds the seconds of each batch; if it is empty because nothing ran, all batches take the same time.
    StoryClock(std::size_t batches, std::size_t signatures, std::span<const double> measured);

    /// The duration of the whole story, from 0 to the folded graph.
    [[nodiscard]] double seconds() const;
    /// The moment, in seconds, at which story time t is first reached; monotonic. t is clamped to the story.
    [[nodiscard]] double secondsAt(double t) const;
    /// The story time at this moment; monotonic, constant during rests, and clamped to the story.
    [[nodiscard]] double timeAt(double seconds) const;

private:
    struct Piece;
    [[nodiscard]] Piece pieceOf(std::size_t interval) const;

    std::size_t m_batches = 0;
    double m_signing = 0.0;
    double m_pace = 1.0;             ///< factor on the durations of the batches
    std::vector<double> m_runs;      ///< by batch, without m_pace; empty: all the same
    std::vector<double> m_begins{0}; ///< by interval between stops, plus the end
};

// Time for reading during automatic playback, in the window and in films: where the story waits, and its maximum speed.

/// The time to read a headline of twelve words, the maximum.
inline constexpr double kReadingSeconds = 3.0;

/// The time to read this headline.
[[nodiscard]] double readingSeconds(std::string_view headline);

/// The next moment after t at which playback waits for the reader: every stop until the first batch is complete, then
/// the end.
[[nodiscard]] double nextMoment(const Storyboard& story, double t);

/// The playing speed at t, as a multiple of the clock's pace, when `speed` is requested. It is capped after the first
/// batch: the later batches share a headline, so together they must take at least kReadingSeconds.
[[nodiscard]] double playingSpeed(const Storyboard& story, const StoryClock& clock, double t, double speed);

} // namespace batchscope
