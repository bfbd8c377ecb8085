// SPDX-License-Identifier: GPL-3.0-or-later
//
// Time for reading while the story plays by itself, in the window and in films: where it waits, and how fast it may go.
#pragma once

#include "core/story/story_clock.h"
#include "core/story/storyboard.h"

#include <string_view>

namespace batchscope {

/// For one headline of twelve words, the longest there is.
inline constexpr double kReadingSeconds = 3.0;

/// What this headline takes its reader.
[[nodiscard]] double readingSeconds(std::string_view headline);

/// Where the story, playing on from t, waits for its reader next: at every stop until the first batch is complete, then
/// at the end.
[[nodiscard]] double nextMoment(const Storyboard& story, double t);

/// How many times the pace of the clock is played at t where `speed` is asked for: the batches after the first share a
/// headline, so all of them together take kReadingSeconds at least.
[[nodiscard]] double playingSpeed(const Storyboard& story, const StoryClock& clock, double t, double speed);

} // namespace batchscope
