// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two snapshots as a race on one clock: how long each side takes, how far it is at a moment, and the result. The times
// of regular and folded are medians of the same interleaved measurement, so they can be divided.
#pragma once

#include "core/session/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// How long running a side takes, without construction.
struct SideTime {
    double seconds = 0.0;
    std::size_t runs = 1; ///< > 1: a median of so many
};

/// For regular beside another policy, both from the measurement of that other side (speed_report.h); else the side's
/// own median, or its recorded run where there is no steady median. Nothing where it has not run. Needs side.schedule
/// where there is a trace.
[[nodiscard]] std::optional<SideTime> sideTime(const Snapshot& side, const Snapshot& other);

/// Where a side is at a moment of its story.
struct SideProgress {
    std::size_t batches = 0; ///< complete
    std::size_t all = 0;
    std::optional<double> seconds; ///< of sideTime, up to this moment: by the recorded durations of its batches
    double share = 0.0;            ///< 0 … 1, of time where it is known, else of batches
    bool isDone = false;
};
/// Needs side.schedule, side.storyboard.
[[nodiscard]] SideProgress progressAt(const Snapshot& side, const Snapshot& other, double time);

/// As the time of the slower side: the length of this side's bar in a race, 0 … 1. 1 without times.
[[nodiscard]] double lengthInRace(const Snapshot& side, const Snapshot& other);

/// How long a race takes on the screen, however long the runs take: seconds.
inline constexpr double kRaceSeconds = 12.0;
/// When the race reaches each stop of `side`, and after its end each whole stop of `overtime` (race.h): seconds
/// on the screen, ascending, in proportion to the measured times of both. Empty without times. Needs both storyboards.
/// Cost: batches of both.
[[nodiscard]] std::vector<double> raceClock(const Snapshot& side, const Snapshot& other, double overtime);

/// "batch 41 of 132 · 64 µs".
[[nodiscard]] std::string progressText(const SideProgress& progress);
/// Where the times come from; empty without times.
[[nodiscard]] std::string timesText(const std::optional<SideTime>& time);
/// What came out: a sentence, and in a second line its figures. Two ways to batch were not measured together, so that
/// their times only stand beside each other. Needs both schedules.
[[nodiscard]] std::string raceText(const Snapshot& side, const Snapshot& other);

// Compares two ways of running the same trees, side by side: regular and folded, two policies, cells and primitives.
// What one clock means for both, and what differs, is defined here once for every front end.

/// What both sides have in common at a moment.
enum class CompareClock : std::uint8_t {
    Share,    ///< the same share of their batches: both end together
    Batches,  ///< the same number of batches: the side that needs fewer is done earlier
    Measured, ///< the same measured time, where both have run; else as Batches
};

/// Names as scripts spell them: share, batches, measured.
[[nodiscard]] Result<CompareClock> parseCompareClock(std::string_view name);

/// The moment of the other story that belongs to moment t of the present one. The stages before the first batch are
/// shown together, and so is the end where both are done. After the present story's end the other one goes on, stop for
/// stop, to its own end. Both need a schedule and a storyboard.
[[nodiscard]] double otherTime(CompareClock clock, const Snapshot& present, const Snapshot& other, double t);

/// How many stops the other story still has to go when the present one has ended; 0 when both end together. With
/// t = present end + overtime, otherTime is the other story's end.
[[nodiscard]] double overtimeOf(CompareClock clock, const Snapshot& present, const Snapshot& other);

/// Nodes of one graph whose batches are not made of the same nodes in both schedules, ascending. Linear in nodes.
[[nodiscard]] std::vector<NodeId> batchedOtherwise(const Schedule& left, const Schedule& right);

} // namespace batchscope
