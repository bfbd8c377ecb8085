// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trace of one run, as plain data without tensors, for all views and writers. The computed values are read from the
// run's memory on demand; see recorded_state.h.
//
// Times are nanoseconds of std::chrono::steady_clock since the start of the run. Events are in order of start.
#pragma once

#include "core/schedule/schedule.h"
#include "core/trace/batch_view.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace batchscope {

enum class Phase : std::uint8_t {
    Gather,  ///< operands are gathered: views, index-selects, integer columns; products from a table
    Compute, ///< the body runs
    Scatter, ///< results are written into the state stores
};
constexpr std::size_t kPhaseCount = 3;

[[nodiscard]] const char* phaseName(Phase phase);

struct Event {
    BatchId batch;
    Phase phase = Phase::Gather;
    std::chrono::nanoseconds start{0};
    std::chrono::nanoseconds duration{0};
};

/// The time of one batch by phase.
struct BatchTime {
    std::array<std::chrono::nanoseconds, kPhaseCount> phases = {}; ///< by Phase
    std::chrono::nanoseconds total{0};
};

struct Trace {
    std::string policy;
    std::string device; ///< "cpu"
    int threads = 1;
    std::size_t runs = 1;        ///< number of runs that times are medians of; 1: only the recorded run
    std::vector<Event> events;   ///< events of batches; on the engine, none for a batch that launched nothing
    std::vector<Event> backward; ///< events of the backward pass, times since its start: batches in reverse

    BatchViews views;                          ///< the work that ran
    std::chrono::nanoseconds startDuration{0}; ///< duration of views.start
    /// Engine, training: the gradients of weights, after the last batch of the backward pass; belongs to no batch.
    Event weightGradients;

    /// The time of a batch. O(events).
    [[nodiscard]] BatchTime timeOf(BatchId batch) const;
    /// Gather, compute and scatter time of each of `count` batches, by BatchId.
    [[nodiscard]] std::vector<std::chrono::nanoseconds> batchDurations(std::size_t count) const;
};

// A single run may be interrupted at any batch, so the time of a batch is better shown as the median of several runs of
// the same plan.

/// `shown` with the median of each duration and of each gap between two events, and with the number of all runs in
/// Trace::runs. Returns `shown` unchanged if the runs have different events.
[[nodiscard]] Trace withMedianTimes(const Trace& shown, std::span<const Trace> others);

} // namespace batchscope
