// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: what happened in one run, as plain data: every view and every writer reads it, none sees a tensor.
//
// Times are nanoseconds of std::chrono::steady_clock since the run began. Events stand in order of start.
#pragma once

#include "core/schedule/schedule.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace batchscope {

enum class Phase : std::uint8_t {
    Gather,  ///< operands are brought together: views, index-selects, integer columns
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

/// What one value (a row) looked like. Minimum, maximum, mean and norm are over finite numbers.
struct TensorSummary {
    static constexpr std::size_t kFirstValues = 8;
    std::int32_t width = 0;
    float min = 0.0F;
    float max = 0.0F;
    float mean = 0.0F;
    float l2 = 0.0F;
    std::uint32_t notFinite = 0;
    std::array<float, kFirstValues> first = {}; ///< the first min(width, 8) values
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
    std::vector<Event> events;
    std::vector<Event> backward;               ///< of the backward pass, times since it began: batches in reverse
    std::vector<std::uint32_t> summaryOffsets; ///< by NodeId, + 1: entries into `summaries`; empty when not recorded
    std::vector<TensorSummary> summaries;      ///< one for each output of each node

    [[nodiscard]] bool hasSummaries() const { return !summaryOffsets.empty(); }
    [[nodiscard]] std::span<const TensorSummary> summariesOf(NodeId node) const;
    /// Time O(events).
    [[nodiscard]] BatchTime timeOf(BatchId batch) const;
    /// Gather, compute and scatter time of each batch, by BatchId.
    [[nodiscard]] std::vector<std::chrono::nanoseconds> batchDurations(std::size_t batches) const;
};

} // namespace batchscope
