// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run on the axis of time: its stages, and the runs that are shown one below the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr const char* kBuildSpan = "build";
inline constexpr const char* kScheduleSpan = "schedule";
inline constexpr const char* kPlanSpan = "plan";
inline constexpr const char* kStartSpan = "initial rows copied";
inline constexpr const char* kReadOutSpan = "readout";
inline constexpr const char* kBackwardSpan = "backward";
inline constexpr const char* kWeightGradientsSpan = "gradients of weights";

// Runs.
inline constexpr std::string_view kFirstRun = "first run (cold)";
inline constexpr std::string_view kFoldedRun = "folded";
inline constexpr std::string_view kRegularRun = "regular";

/// "folded · 168 µs"
[[nodiscard]] std::string laneTitle(std::string_view run, std::string_view time);
[[nodiscard]] std::string medianLaneTitle(std::string_view run, std::string_view time, std::size_t runs);
/// "folded, thread 1"
[[nodiscard]] std::string threadLaneTitle(std::string_view run, std::string_view thread);
[[nodiscard]] std::string busyThreadTitle(std::string_view title, double busyPercent);
/// What a span belongs to.
[[nodiscard]] std::string batchOfSpan(std::string_view number, std::string_view op, std::string_view size);
[[nodiscard]] std::string nodeOfSpan(std::string_view number, std::string_view op);
/// A span of a batch, and one of the whole run.
[[nodiscard]] std::string spanOfBatch(std::string_view batch, std::string_view kind, std::string_view time,
                                      std::string_view start);
[[nodiscard]] std::string spanOfRun(std::string_view kind, std::string_view time, std::string_view start);

struct RoofWords {
    double flops = 0.0;     ///< operations a second
    double intensity = 0.0; ///< operations a byte
    double percent = 0.0;   ///< of the roof
    bool isMemoryBound = false;
};
/// "12.3 GFLOP/s at 4.1 operations a byte: 38% of the roof there, that of multiply-adds"
[[nodiscard]] std::string underTheRoof(const RoofWords& roof);

/// "41 of 132 batches launched nothing: …"
[[nodiscard]] std::string launchedNothing(std::string_view batches, std::string_view all);
/// Where a run is too large to be recorded node by node.
[[nodiscard]] std::string regularNotRecorded(std::string_view nodes);

} // namespace batchscope::words
