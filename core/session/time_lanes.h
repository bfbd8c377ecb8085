// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recorded runs of a snapshot on one time axis: regular above folded, on the same kernels, and the very first run,
// which pays for memory, threads and tables. Windows draw the lanes; the texts about spans are made here.
#pragma once

#include "core/session/snapshot.h"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

struct TimeLane {
    enum class Run : std::uint8_t { Regular, Folded, First };

    Run run = Run::Folded;
    std::string title;
    const Schedule* schedule = nullptr; ///< belongs to the snapshot
    std::vector<TimeSpan> spans;        ///< in order of start
    std::chrono::nanoseconds end{0};
};

/// The runs that were recorded so far; the snapshot must outlive the lanes.
[[nodiscard]] std::vector<TimeLane> timeLanes(const Snapshot& snapshot);

/// "batch 6: children ×12 · compute · 3.2 µs, starting at 41 µs"; names the node if every batch is a single node.
[[nodiscard]] std::string spanText(const Snapshot& snapshot, const TimeLane& lane, const TimeSpan& span);

/// Says that regular runs are not recorded above kMostTracedNodes, in a sentence.
[[nodiscard]] std::string regularNotRecorded();

/// Says what the axis does not show, and why; empty if it shows everything.
[[nodiscard]] std::string timeLanesNote(const Snapshot& snapshot);

} // namespace batchscope
