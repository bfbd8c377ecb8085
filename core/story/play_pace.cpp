// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/play_pace.h"

#include "core/story/cursor.h"

#include <algorithm>
#include <cmath>

namespace batchscope {

namespace {

constexpr double kTouch = 1e-5; // stops; a stage that has just ended counts
constexpr auto kFirstBatchDone = static_cast<double>(Storyboard::kFirstBatchStop + 1);

} // namespace

double readingSeconds(std::string_view headline) {
    constexpr double kSecondsOfWord = 0.25;
    return kSecondsOfWord * static_cast<double>(1 + std::count(headline.begin(), headline.end(), ' '));
}

double nextMoment(const Storyboard& story, double t) {
    return t < kFirstBatchDone - kTouch ? std::min(std::floor(t + kTouch) + 1.0, story.end()) : story.end();
}

double playingSpeed(const Storyboard& story, const StoryClock& clock, double t, double speed) {
    if (!isAfterFirstBatch(story, t + kTouch)) {
        return speed;
    }
    const double passing = clock.secondsAt(story.end() - 1.0) - clock.secondsAt(kFirstBatchDone);
    return std::min(speed, passing / kReadingSeconds);
}

} // namespace batchscope
