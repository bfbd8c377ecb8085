// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of a benchmark: their titles, axes and legends, and why one of them is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kPlotKind = "plot";

/// `title` in lists; `about` is a noun phrase that says what the axes are.
struct PlotWords {
    std::string_view title;
    std::string_view about;
};

inline constexpr PlotWords kTimePlot = {"Time per run", "Time per run against the number of trees"};
inline constexpr PlotWords kSpeedupPlot = {"Speed-up",
                                           "Speed-up by batching, engine and both against the number of trees"};
inline constexpr PlotWords kPhasesPlot = {"Phases", "Time of each phase of a run, one bar for each arm"};
inline constexpr PlotWords kSplitPlot = {"Split", "Times whose ratios are the speed-up: by batching and by engine"};
/// Beside an axis; `brief` where there is little room.
struct AxisWords {
    std::string_view full;
    std::string_view brief;
};

inline constexpr AxisWords kTreesAxis = {"trees per run", "trees per run"};
inline constexpr AxisWords kTimeAxis = {"time per run", "time"};
inline constexpr AxisWords kSpeedupAxis = {"speed-up", "speed-up"};
inline constexpr AxisWords kArmAxis = {"", ""};
inline constexpr AxisWords kPhaseTimeAxis = {"median time of each phase", "time"};
inline constexpr AxisWords kSplitTimeAxis = {"median time per run", "time"};
/// The label of a logarithmic axis.
[[nodiscard]] std::string onLogScale(std::string_view label);

// Legends and captions.
inline constexpr std::string_view kBatchingCurve = "batching";
inline constexpr std::string_view kEngineCurve = "engine";
inline constexpr std::string_view kBothCurve = "both";
[[nodiscard]] std::string dimNamed(std::int32_t dim);
[[nodiscard]] std::string threadsNamed(int threads);

// What the times prove.
inline constexpr std::string_view kFittedLine = "line: fixed time + time per tree";
/// Who pays, where it is the only one.
inline constexpr std::string_view kFolding = "folding";
/// `trees` with their number.
[[nodiscard]] std::string paysFromSize(std::string_view who, std::string_view trees);
[[nodiscard]] std::string paysFromAbout(std::string_view who, std::string_view trees);
[[nodiscard]] std::string paysAtAllSizes(std::string_view who);

// The phases of a run.
inline constexpr const char* kBuildPhase = "build";
inline constexpr const char* kSchedulePhase = "schedule";
inline constexpr const char* kPlanPhase = "plan";
inline constexpr const char* kGatherPhase = "gather";
inline constexpr const char* kComputePhase = "compute";
inline constexpr const char* kScatterPhase = "scatter";
inline constexpr const char* kReadoutPhase = "read out";
inline constexpr const char* kBackwardPhase = "backward";

// Units of rates.
inline constexpr std::string_view kFlopsPerSecond = "FLOP/s";
inline constexpr std::string_view kBytesPerSecond = "B/s";

// Why a plot is empty.
inline constexpr std::string_view kPlotNothingMeasured = "Nothing has been measured yet.";
inline constexpr std::string_view kPlotNoTimes = "No time was recorded in this measurement.";
inline constexpr std::string_view kPlotNoSpeedup =
    "There is no speed-up to show. A speed-up compares an arm with regular on the same kernels, so measure regular and "
    "another arm.";
inline constexpr std::string_view kPlotNoSplit =
    "There is no speed-up to split. Measure regular and folded, each on the engine and on LibTorch (@off).";
/// Of an arm that a split needs.
[[nodiscard]] std::string splitOfOtherValues(std::string_view arm);
[[nodiscard]] std::string splitOfFewSamples(std::string_view arm, std::size_t samples, std::size_t needed);
[[nodiscard]] std::string splitOfNoise(std::string_view arm, std::string_view reason);
inline constexpr std::string_view kPhasesDoNotAddUp =
    "Each part is the median of its phase by itself; together they differ from the median of the run by more than 2%.";

// Why a result is not shown on the canvas.
[[nodiscard]] std::string noPictureByHand(std::string_view arm);
[[nodiscard]] std::string noPictureOfLegacy(std::string_view arm);
[[nodiscard]] std::string noPictureOfSchedule(std::string_view arm);
inline constexpr std::string_view kMeasuredTreesAreGone =
    "the open files have fewer trees than this result was measured on; open the measured files again";

} // namespace batchscope::words
