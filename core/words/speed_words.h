// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is said of speed-ups: how they multiply, and why there is no figure.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

inline constexpr std::string_view kEngineKernels = "the engine";
inline constexpr std::string_view kLibTorchKernels = "LibTorch";

/// The samples of an arm do not agree; `percent` is of their median.
[[nodiscard]] std::string middleHalfVaries(std::size_t runs, double percent);
[[nodiscard]] std::string medianVaries(std::size_t runs, double percent);

/// `how` is one of the two below.
[[nodiscard]] std::string machineIsBusy(std::string_view how);
[[nodiscard]] std::string processorsUsedByOthers(double used, int processors);
[[nodiscard]] std::string waitedForProcessor(double percent);
/// No process is seen that would explain it; `percent` is of its best speed in the same run.
[[nodiscard]] std::string machineIsSlow(double percent);

inline constexpr std::string_view kFigureNotMeasured = "not measured";
inline constexpr std::string_view kFigureNotStated = "not stated";
inline constexpr std::string_view kRunsDiffer = "the folded run computes something else than the regular one";
[[nodiscard]] std::string onlyFewRuns(std::size_t runs, std::string_view duration);
inline constexpr std::string_view kMeasuringIsOff = "the option Measure speed-up is off";

/// All as factors: "6.3×".
[[nodiscard]] std::string splitOfSpeedup(std::string_view batching, std::string_view engine, std::string_view both);

// A speed-up as steps of time.
inline constexpr std::string_view kRegularOnLibTorch = "regular on LibTorch";
inline constexpr std::string_view kRegularOnEngine = "regular on the engine";
inline constexpr std::string_view kFoldedOnLibTorch = "folded on LibTorch";
inline constexpr std::string_view kFoldedOnEngine = "folded on the engine";
inline constexpr std::string_view kBatchingPart = "batching";
inline constexpr std::string_view kEnginePart = "engine";
inline constexpr std::string_view kEngineFirst = "engine first";
inline constexpr std::string_view kBatchingFirst = "batching first";
/// Why there is no split.
[[nodiscard]] std::string splitNeedsArms(std::string_view missing);
[[nodiscard]] std::string splitNotMeasured(std::string_view reason);
/// The samples do not agree.
[[nodiscard]] std::string splitInDoubt(std::string_view reason);
inline constexpr std::string_view kSplitIsMeasured = "Measuring…";
inline constexpr std::string_view kSplitNeedsTrees = "Open a treebank; its run is timed then.";
inline constexpr std::string_view kSplitCanceled = "Not measured: canceled. Choose Run again to measure again.";
/// The same to scripts.
inline constexpr std::string_view kNoRunToSplit =
    "nothing has run yet, so there is no speed-up to split; open a treebank first";
/// The engine did not run it; `why` is a clause.
inline constexpr std::string_view kEngineFailed = "the engine could not run it";
[[nodiscard]] std::string splitWithoutEngine(std::string_view why);
/// In sentences. All times and factors as text.
[[nodiscard]] std::string timeWithRange(std::string_view time, std::string_view low, std::string_view high);
[[nodiscard]] std::string splitStep(std::string_view arm, std::string_view time);
[[nodiscard]] std::string splitStepAfter(std::string_view arm, std::string_view time, std::string_view part,
                                         std::string_view factor);
[[nodiscard]] std::string splitWayText(std::string_view way, std::string_view steps);

} // namespace batchscope::words
