// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time line of a run: its activities with start and end. Both views and files for trace viewers are made from it,
// so they show the same.
//
// The times of batches are as recorded. Stages without events (building, scheduling and planning before the batches,
// reading out after them) are placed next to them, one after the other, with their durations.
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

// Names of runs that are shown one below the other.
inline constexpr std::string_view kFirstRun = "first run (cold)";
inline constexpr std::string_view kFoldedRun = "folded";
inline constexpr std::string_view kRegularRun = "regular";

/// A fully recorded run.
struct TracedRun {
    Schedule schedule;
    Trace trace;
    PhaseSeconds seconds; ///< from the same runs as the trace (Trace::runs)
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
    Backward,       ///< backward pass of a batch
    WeightGradients ///< after the last batch
};

/// The name for people and files: "build", "schedule" … "gradients of weights".
[[nodiscard]] const char* spanName(SpanKind kind);

struct TimeSpan {
    SpanKind kind = SpanKind::Compute;
    BatchId batch; ///< invalid if it belongs to none
    std::chrono::nanoseconds start{0};
    std::chrono::nanoseconds duration{0};

    [[nodiscard]] std::chrono::nanoseconds end() const { return start + duration; }
};

/// The spans of a run in order of start, from 0. From `seconds` come the stages that have no events in the trace:
/// build, schedule, plan and readout.
[[nodiscard]] std::vector<TimeSpan> timeSpans(const Trace& trace, const PhaseSeconds& seconds);

/// The latest end; 0 without spans.
[[nodiscard]] std::chrono::nanoseconds lastEnd(std::span<const TimeSpan> spans);

// Writes the events of a run for the viewers Perfetto (https://ui.perfetto.dev) and chrome://tracing.
// Format: "Trace Event Format", complete events ("ph":"X"), times in microseconds.

/// A run as a separate row.
struct TraceLane {
    std::string_view name;
    const TracedRun& run; ///< a run of the graph
};

/// One JSON document with a thread for each run and an event for each span of timeSpans(). Its header describes the
/// first run. Events of batches have batch, phase and size, and in forward passes also the counts of the batch. A batch
/// without events in the trace has none. `lanes` must not be empty.
[[nodiscard]] std::string chromeTrace(const OpGraph& graph, std::span<const TraceLane> lanes);

} // namespace batchscope
