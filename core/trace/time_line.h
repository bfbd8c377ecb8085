// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run on the axis of time: what it did, from when to when. Views draw it, and files for trace viewers are made of it,
// so they show the same.
//
// The times of a run's batches are those that were recorded. Stages that have no events (building, scheduling, planning
// before them, reading out after them) are placed next to them, one after the other, each as long as it took.
#pragma once

#include "core/trace/batch_view.h"
#include "core/trace/phase_seconds.h"
#include "core/trace/trace.h"

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

// Runs that are shown one below the other.
inline constexpr std::string_view kFirstRun = "first run (cold)";
inline constexpr std::string_view kFoldedRun = "folded";
inline constexpr std::string_view kRegularRun = "regular";

/// A run that was recorded in full.
struct TracedRun {
    Schedule schedule;
    Trace trace;
    PhaseSeconds seconds; ///< of the runs that the trace is of: Trace::runs
};

enum class SpanKind : std::uint8_t {
    Build,
    Schedule,
    Plan,
    Start, ///< rows put into place before the first batch
    Gather,
    Compute,
    Scatter,
    ReadOut,
    Backward,       ///< of a batch
    WeightGradients ///< after the last batch
};

/// "build", "schedule" … "weight gradients", as people and files read them.
[[nodiscard]] const char* spanName(SpanKind kind);

struct TimeSpan {
    SpanKind kind = SpanKind::Compute;
    BatchId batch; ///< invalid where it belongs to none
    std::chrono::nanoseconds start{0};
    std::chrono::nanoseconds duration{0};

    [[nodiscard]] std::chrono::nanoseconds end() const { return start + duration; }
};

/// In order of start, from 0. Of the stages in `seconds` those that have no events in the trace: build, schedule, plan
/// and readout.
[[nodiscard]] std::vector<TimeSpan> timeSpans(const Trace& trace, const PhaseSeconds& seconds);

/// The last end; 0 without spans.
[[nodiscard]] std::chrono::nanoseconds lastEnd(std::span<const TimeSpan> spans);

// Writes the events of a run for the viewers Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.

/// A run as a row of its own.
struct TraceLane {
    std::string_view name;
    const TracedRun& run; ///< of the graph
};

/// One JSON document with a thread for each run, the first one being what its head describes, and an event for each
/// span of time_line.h. Events of batches carry their batch, phase and size, and those of forward passes what the batch
/// did. A batch that launched nothing has none. `lanes`: at least one.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes);

} // namespace batchscope
