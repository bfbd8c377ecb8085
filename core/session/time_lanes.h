// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recorded runs of a snapshot on one axis of time: regular above folded, on the same kernels, and the very first
// run, which pays for memory, threads and tables. Windows draw them; what is said of a span is said here.
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
    const Schedule* schedule = nullptr; ///< of the snapshot
    std::vector<TimeSpan> spans;        ///< in order of start
    std::chrono::nanoseconds end{0};
};

/// Those that were recorded so far; the snapshot outlives them.
[[nodiscard]] std::vector<TimeLane> timeLanes(const Snapshot& snapshot);

/// "step 5: children ×12 · compute · 3.2 µs, starting at 41 µs"; a node, where every batch is one.
[[nodiscard]] std::string spanText(const Snapshot& snapshot, const TimeLane& lane, const TimeSpan& span);

/// Why there is no lane of a regular run above kMostTracedNodes, in a sentence.
[[nodiscard]] std::string regularNotRecorded();

/// What is not to be seen on the axis, and why; empty where that is nothing.
[[nodiscard]] std::string timeLanesNote(const Snapshot& snapshot);

} // namespace batchscope
