// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark: their titles, axes and legends, and why one of them is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

/// Beside an axis; `brief` where there is little room.
struct AxisWords {
    std::string_view full;
    std::string_view brief;
};

inline constexpr AxisWords kSpeedupAxis = {"speed-up", "speed-up"};

[[nodiscard]] std::string dimNamed(std::int32_t dim);
[[nodiscard]] std::string threadsNamed(int threads);

// What the times prove.
inline constexpr std::string_view kFittedLine = "line: start + time per tree";

// Why a plot is empty.
inline constexpr std::string_view kPlotNothingMeasured = "Nothing has been measured yet.";
inline constexpr std::string_view kPlotNoTimes = "No time was recorded in this measurement.";
inline constexpr std::string_view kPlotNoSpeedup = "There is no speed-up to show. A speed-up compares a way to run "
                                                   "with regular on the same kernels, so measure regular and "
                                                   "another one.";
inline constexpr std::string_view kPlotNoSplit =
    "There is no speed-up to split. Measure regular and folded, each on the engine and on LibTorch (@off).";
inline constexpr std::string_view kPhasesDoNotAddUp =
    "Each part is the median of its phase by itself; together they differ from the median of the run by more than 2%.";

} // namespace batchscope::words
