// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/story/story_clock.h"

#include "core/story/cursor.h"
#include "core/story/storyboard.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

// In seconds, at speed 1.
constexpr double kPulse = 0.45; // per signature
constexpr std::size_t kMostPulses = 6;
constexpr double kEntering = 1.4;
constexpr double kGroup = 0.6;
constexpr double kStack = 0.6;
constexpr double kGather = 0.5;
constexpr double kLeaving = 0.9;
constexpr std::size_t kBefore = Storyboard::kFirstBatchStop; // intervals before the first batch

std::vector<double> runsFor(std::span<const double> measured) {
    std::vector<double> runs(measured.size());
    double least = 0.0;
    double most = 0.0;
    bool first = true;
    const auto scaled = [](double seconds) { return std::log(std::max(seconds, 1e-9)); };
    for (const double seconds : measured) {
        if (seconds > 0.0) { // batches without a kernel take no time
            least = first ? scaled(seconds) : std::min(least, scaled(seconds));
            most = first ? scaled(seconds) : std::max(most, scaled(seconds));
            first = false;
        }
    }
    std::transform(measured.begin(), measured.end(), runs.begin(), [&](double seconds) {
        const double share = most > least ? std::clamp((scaled(seconds) - least) / (most - least), 0.0, 1.0) : 0.5;
        return StoryClock::kShortestRun + (StoryClock::kLongestRun - StoryClock::kShortestRun) * share;
    });
    return runs;
}

} // namespace

/// One interval between stops: seconds and story time at its corners, both starting at 0, without the rest at the end.
struct StoryClock::Piece {
    std::array<double, 5> shares{}; ///< share of the interval
    std::array<double, 5> seconds{};
    std::size_t corners = 2;

    static Piece straight(double seconds) {
        Piece piece;
        piece.shares[1] = 1.0;
        piece.seconds[1] = seconds;
        return piece;
    }
    [[nodiscard]] double moving() const { return seconds[corners - 1]; }

    static double across(double value, std::span<const double> from, std::span<const double> to) {
        for (std::size_t corner = 1; corner < from.size(); ++corner) {
            if (value <= from[corner]) {
                const double width = std::max(from[corner] - from[corner - 1], 1e-12);
                return to[corner - 1] + (to[corner] - to[corner - 1]) * (value - from[corner - 1]) / width;
            }
        }
        return to.back();
    }
    [[nodiscard]] double shareAt(double second) const {
        return across(second, std::span(seconds).first(corners), std::span(shares).first(corners));
    }
    [[nodiscard]] double secondAt(double share) const {
        return across(share, std::span(shares).first(corners), std::span(seconds).first(corners));
    }
};

StoryClock::StoryClock(std::size_t batches, std::size_t signatures, std::span<const double> measured)
    : m_batches(batches), m_signing(kPulse * static_cast<double>(std::clamp<std::size_t>(signatures, 1, kMostPulses))) {
    if (measured.size() == batches) {
        m_runs = runsFor(measured);
    }
    double unpaced = 0.0;
    for (std::size_t batch = 0; batch < batches; ++batch) {
        unpaced += pieceOf(kBefore + batch).moving() + kRest;
    }
    m_pace = unpaced > kMostSeconds ? kMostSeconds / unpaced : 1.0;
    m_begins.reserve(batches + kBefore + 2);
    for (std::size_t interval = 0; interval < batches + kBefore + 1; ++interval) {
        const bool isBatch = interval >= kBefore && interval < kBefore + batches;
        m_begins.push_back(m_begins.back() + pieceOf(interval).moving() + kRest * (isBatch ? m_pace : 1.0));
    }
}

StoryClock::Piece StoryClock::pieceOf(std::size_t interval) const {
    if (interval == 0) {
        return Piece::straight(m_signing);
    }
    if (interval < kBefore) {
        return Piece::straight(kEntering);
    }
    if (interval >= kBefore + m_batches) {
        return Piece::straight(kLeaving);
    }
    const double run = m_runs.empty() ? (kShortestRun + kLongestRun) / 2.0 : m_runs[interval - kBefore];
    Piece piece;
    piece.corners = 5;
    piece.shares = {0.0, Storyboard::kGrouped, Storyboard::kStacked, Storyboard::kGathered, 1.0};
    piece.seconds = {0.0, kGroup, kGroup + kStack, kGroup + kStack + kGather, kGroup + kStack + kGather + run};
    for (double& second : piece.seconds) {
        second *= m_pace;
    }
    return piece;
}

double StoryClock::seconds() const {
    return m_begins.back();
}

double StoryClock::secondsAt(double t) const {
    if (m_begins.size() < 2) {
        return 0.0;
    }
    const double last = static_cast<double>(m_begins.size() - 1);
    const double clamped = std::clamp(t, 0.0, last);
    // A stop is reached at the end of the movement to it, before its rest.
    const auto interval = clamped <= 0.0 ? std::size_t{0} : static_cast<std::size_t>(std::ceil(clamped)) - 1;
    return m_begins[interval] + pieceOf(interval).secondAt(clamped - static_cast<double>(interval));
}

double StoryClock::timeAt(double seconds) const {
    if (m_begins.size() < 2 || seconds <= 0.0) {
        return 0.0;
    }
    const auto after = std::upper_bound(m_begins.begin(), m_begins.end(), seconds);
    if (after == m_begins.end()) {
        return static_cast<double>(m_begins.size() - 1);
    }
    const auto interval = static_cast<std::size_t>(after - m_begins.begin()) - 1;
    return static_cast<double>(interval) + pieceOf(interval).shareAt(seconds - m_begins[interval]);
}

namespace {

constexpr double kTouch = 1e-5; // in stops; a stage that has just ended counts as ended
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
