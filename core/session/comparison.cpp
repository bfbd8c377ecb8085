// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/comparison.h"

#include "core/base/choice.h"
#include "core/base/clock.h"
#include "core/session/race.h"
#include "core/story/cursor.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, 3> kClockNames = {"share", "batches", "measured"};
constexpr auto kFirst = static_cast<double>(Storyboard::kFirstBatchStop);

/// Measured seconds when each batch begins, + 1, scaled to what the whole takes (sideTime); empty where nothing has
/// run.
std::vector<double> measuredBegins(const Snapshot& snapshot, const Snapshot& other) {
    std::vector<double> begins;
    if (snapshot.trace) {
        begins.push_back(0.0);
        for (const std::chrono::nanoseconds time : snapshot.trace->batchDurations(snapshot.schedule->batchCount())) {
            begins.push_back(begins.back() + inSeconds(time));
        }
        const std::optional<SideTime> whole = sideTime(snapshot, other);
        const double scale = whole && begins.back() > 0.0 ? whole->seconds / begins.back() : 1.0;
        std::for_each(begins.begin(), begins.end(), [scale](double& begin) { begin *= scale; });
    }
    return begins;
}

/// Batches of the other that have begun after as much measured time as `batches` of this take.
double batchesByTime(double batches, const std::vector<double>& own, const std::vector<double>& others) {
    const auto whole = std::min(static_cast<std::size_t>(batches), own.size() - 2);
    const double seconds = own[whole] + (own[whole + 1] - own[whole]) * (batches - static_cast<double>(whole));
    const auto after = std::upper_bound(others.begin(), others.end(), seconds);
    if (after == others.end()) {
        return static_cast<double>(others.size() - 1);
    }
    const auto begun = static_cast<std::size_t>(after - others.begin()) - 1;
    return static_cast<double>(begun) + (seconds - others[begun]) / std::max(others[begun + 1] - others[begun], 1e-12);
}

} // namespace

Result<CompareClock> parseCompareClock(std::string_view name) {
    return parseChoice<CompareClock>(name == "launches" ? "batches" : name, kClockNames, "clock");
}

namespace {

/// For t up to the end of the present story.
double timeBeside(CompareClock clock, const Snapshot& present, const Snapshot& other, double t) {
    const double ownEnd = present.storyboard->end();
    const double end = other.storyboard->end();
    if (t <= kFirst) {
        return std::max(t, 0.0);
    }
    const double batches = std::min(t, ownEnd - 1.0) - kFirst;
    const double own = ownEnd - 1.0 - kFirst;
    const double others = end - 1.0 - kFirst;
    double reached = batches;
    if (clock == CompareClock::Share) {
        reached = batches / own * others;
    } else if (clock == CompareClock::Measured) {
        const std::vector<double> ownBegins = measuredBegins(present, other);
        const std::vector<double> otherBegins = measuredBegins(other, present);
        if (ownBegins.size() > 1 && otherBegins.size() > 1) {
            reached = batchesByTime(batches, ownBegins, otherBegins);
        }
    }
    const bool done = reached >= others;
    const double leaving = std::max(0.0, t - (ownEnd - 1.0)); // only what is done has a result to show
    return kFirst + std::min(reached, others) + (done ? leaving : 0.0);
}

} // namespace

double otherTime(CompareClock clock, const Snapshot& present, const Snapshot& other, double t) {
    const double ownEnd = present.storyboard->end();
    const double beside = timeBeside(clock, present, other, std::min(t, ownEnd));
    return std::min(beside + std::max(0.0, t - ownEnd), other.storyboard->end());
}

double overtimeOf(CompareClock clock, const Snapshot& present, const Snapshot& other) {
    return other.storyboard->end() - timeBeside(clock, present, other, present.storyboard->end());
}

std::vector<NodeId> batchedOtherwise(const Schedule& left, const Schedule& right) {
    std::vector<NodeId> result;
    for (std::size_t step = 0; step < left.batchCount(); ++step) {
        const auto nodes = left.batch(BatchId(step));
        const BatchId mate = right.places[nodes.front()].batch;
        const bool same =
            right.batchSize(mate) == nodes.size() &&
            std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) { return right.places[node].batch == mate; });
        if (!same) {
            result.insert(result.end(), nodes.begin(), nodes.end());
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

} // namespace batchscope
