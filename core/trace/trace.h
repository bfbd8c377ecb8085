// SPDX-License-Identifier: GPL-3.0-or-later
//
// What happened in one run, as plain data without tensors, for all views and writers. The computed values are read from
// the run's memory on demand; see recorded_state.h.
//
// Times are nanoseconds of std::chrono::steady_clock since the run began. Events are in order of start.
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
    Gather,  ///< operands are brought together: views, index-selects, integer columns; products out of a table
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

/// Where the time of one batch went.
struct BatchTime {
    std::array<std::chrono::nanoseconds, kPhaseCount> phases = {}; ///< by Phase
    std::chrono::nanoseconds total{0};
};

struct Trace {
    std::string policy;
    std::string device; ///< "cpu"
    int threads = 1;
    std::size_t runs = 1;        ///< of which the times are medians (trace.h); 1: those of the recorded run alone
    std::vector<Event> events;   ///< of batches; the engine has none for a batch that launched nothing
    std::vector<Event> backward; ///< of the backward pass, times since it began: batches in reverse

    BatchViews views;                          ///< what ran
    std::chrono::nanoseconds startDuration{0}; ///< of views.start
    /// Engine, training: gradients of weights, after the last batch of the backward pass; of no batch.
    Event weightGradients;

    /// Time O(events).
    [[nodiscard]] BatchTime timeOf(BatchId batch) const;
    /// Gather, compute and scatter time of each of `count` batches, by BatchId.
    [[nodiscard]] std::vector<std::chrono::nanoseconds> batchDurations(std::size_t count) const;
};

// One run may have been interrupted at any of its batches. A trace whose times are medians of several runs of one and
// the same plan tells what each batch takes.

/// `shown` with the median of each duration, and of each gap between two events; `shown` itself where the runs did not
/// do the same. Trace::runs is then the number of runs, `shown` among them.
[[nodiscard]] Trace withMedianTimes(const Trace& shown, std::span<const Trace> others);

} // namespace batchscope
