// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two snapshots as a race on one clock: how long each side takes, its progress at a moment, and the result. The times
// of regular and folded are medians of the same interleaved measurement, so they can be divided.
#pragma once

#include "core/session/snapshot.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// The execution time of a side, without construction.
struct SideTime {
    double seconds = 0.0;
    std::size_t runs = 1; ///< more than 1: `seconds` is the median of this many runs
};

/// If only one side is regular, both times come from the measurement of the other one (speed_report.h), if there is
/// one. Otherwise the time is the side's own median or, without one, that of its recorded run. Empty if the side has
/// not run. Needs side.schedule if there is a trace.
[[nodiscard]] std::optional<SideTime> sideTime(const Snapshot& side, const Snapshot& other);

/// The progress of a side at a moment of its story.
struct SideProgress {
    std::size_t batches = 0; ///< completed batches
    std::size_t all = 0;
    std::optional<double> seconds; ///< of sideTime, up to this moment, from the recorded durations of the batches
    double share = 0.0;            ///< 0 … 1, of the time if it is known, otherwise of the batches
    bool isDone = false;
};
/// Needs side.schedule, side.storyboard.
[[nodiscard]] SideProgress progressAt(const Snapshot& side, const Snapshot& other, double time);

/// The length of this side's bar in a race: its time over the slower side's time, 0 … 1; 1 without times.
[[nodiscard]] double lengthInRace(const Snapshot& side, const Snapshot& other);

/// The duration of a race on the screen in seconds, however long the runs take.
inline constexpr double kRaceSeconds = 12.0;
/// The times on the screen, in seconds, at which the race reaches each stop of `side`, followed by one for each of the
/// last `overtime` stops of `other` (see overtimeOf). Ascending, in proportion to the measured times of both sides.
/// Empty without times. Needs both storyboards. O(batches of both sides).
[[nodiscard]] std::vector<double> raceClock(const Snapshot& side, const Snapshot& other, double overtime);

/// "batch 41 of 132 · 64 µs".
[[nodiscard]] std::string progressText(const SideProgress& progress);
/// Says where the times come from; empty without times.
[[nodiscard]] std::string timesText(const std::optional<SideTime>& time);
/// The result: a sentence, then a line with the figures. Two policies are not measured together, so their times are
/// only listed side by side. Needs both schedules.
[[nodiscard]] std::string raceText(const Snapshot& side, const Snapshot& other);

// Compares two ways of running the same trees, side by side: regular and folded, two policies, cells and primitives.
// The meaning of the common clock, and the differences, are defined here once for every front end.

/// The moment of the other story that corresponds to moment `t` of the present one: the same measured time if both
/// sides have run, otherwise the same number of batches. The stages before the first batch are shown together, and so
/// is the end once both are done. After the present story has ended, the other one continues, stop by stop, to its end.
/// Both need a schedule and a storyboard.
[[nodiscard]] double otherTime(const Snapshot& present, const Snapshot& other, double t);

/// How many stops the other story still has when the present one has ended; 0 if both end together. At t = present end
/// + overtime, otherTime is the other story's end.
[[nodiscard]] double overtimeOf(const Snapshot& present, const Snapshot& other);

/// The nodes of one graph whose batches do not consist of the same nodes in both schedules, ascending. Linear in nodes.
[[nodiscard]] std::vector<NodeId> batchedOtherwise(const Schedule& left, const Schedule& right);

} // namespace batchscope
