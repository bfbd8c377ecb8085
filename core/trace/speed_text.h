// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words for speed-ups that the window and the command line share.
#pragma once

#include "core/base/statistics.h"
#include "core/trace/speed_report.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// A ratio as text: "1.04", "6.3", "171".
[[nodiscard]] std::string ratioText(double ratio);
/// A factor as text: "1.04×", "6.3×", "171×"; a dash if it is not positive.
[[nodiscard]] std::string factorText(double ratio);
/// A factor with its range: "6.3× (6.1–6.5)".
[[nodiscard]] std::string factorText(const SpeedRatio& ratio);
/// A dash if there is none.
[[nodiscard]] std::string factorText(const std::optional<SpeedRatio>& ratio);

/// The speed-up of the folded run in a sentence: "2.8 times as fast"; "not measurably faster" if the range contains 1;
/// "slower: 0.80 times as fast".
[[nodiscard]] std::string resultText(const SpeedRatio& ratio);

/// The kernels of the headline: "the engine", "LibTorch".
[[nodiscard]] std::string kernelsText(const SpeedReport& report);
/// The load of the machine as a reason: "the machine is busy (other processes use 1.2 of 2 processors)".
[[nodiscard]] std::string busyText(const MachineLoad& load);
/// The speed-up as every front end states it: "6.3× (6.1–6.5)"; "6.3× (4.0–8.1), busy" or "…, uneven" if the samples
/// disagree; noFigureText() if there is none.
[[nodiscard]] std::string speedUpText(const SpeedReport& report);
/// The text for a missing speed-up: "not measured"; "not stated" if the runs have different values.
[[nodiscard]] std::string noFigureText(const SpeedReport& report);
/// A clause that says why the figure is missing or in doubt. Empty if the samples agree.
[[nodiscard]] std::string reasonText(const SpeedReport& report);
/// How the times were taken, without a full stop: "Medians of 7 interleaved runs of each arm; ranges: 95% confidence".
/// Requires samples.
[[nodiscard]] std::string samplesText(const SpeedReport& report);
/// "batching 6.3× × engine 2.7× = 17.0× overall"; empty if one of the figures is missing.
[[nodiscard]] std::string splitText(const SpeedReport& report);

// A speed-up as steps of time from regular on LibTorch to folded on the engine, each with its speed-up over the step
// before. There are two paths between them (speed_report.h), engine first or batching first; their factors differ,
// their product does not. A run and a sweep are split in the same way.

inline constexpr std::string_view kRegularOnLibTorch = "regular on LibTorch";
inline constexpr std::string_view kRegularOnEngine = "regular on the engine";
inline constexpr std::string_view kFoldedOnLibTorch = "folded on LibTorch";
inline constexpr std::string_view kFoldedOnEngine = "folded on the engine";
inline constexpr std::string_view kEngineFirst = "engine first";

/// The median of an arm's times and its 95 % confidence interval; all in seconds and greater than 0.
struct MedianTime {
    double seconds = 0.0;
    MedianRange range;
};

/// None if there are no samples, or the range includes a time that is not positive.
[[nodiscard]] std::optional<MedianTime> medianTimeOf(std::span<const double> samples);

enum class SpeedPart : std::uint8_t { Batching, Engine };

/// "batching", "engine".
[[nodiscard]] std::string speedPartName(SpeedPart part);

/// The speed-up of a step of a split over the step before it; below 1 if it is slower.
struct SplitFactor {
    SpeedPart part = SpeedPart::Batching;
    SpeedRatio ratio;
};

struct SplitStep {
    std::string name; ///< name of the arm: "regular on LibTorch"
    MedianTime time;
    std::optional<SplitFactor> factor; ///< none for the first step
};

/// One path in three steps; the product of its factors is SpeedSplit::both.
struct SplitWay {
    std::string name; ///< "engine first"
    std::vector<SplitStep> steps;
};

struct SpeedSplit {
    std::vector<SplitWay> ways; ///< engine first, then batching first
    SpeedRatio both;
    std::string text;               ///< "batching 6.3× × engine 2.7× = 17.0× overall"
    std::string caption;            ///< what the times include
    std::vector<std::string> notes; ///< sentences on what is left out or in doubt
    std::string emptyReason;        ///< a sentence; empty if there are ways

    [[nodiscard]] bool isEmpty() const { return ways.empty(); }
};

/// Times by TimedArm.
using ArmTimes = std::array<std::optional<MedianTime>, kTimedArmCount>;

/// Both paths, or only the first if folded on LibTorch is missing; empty if any other arm is missing.
[[nodiscard]] SpeedSplit splitOf(const ArmTimes& times);
/// Splits running times. Empty if the report has no figure, or no arms on the engine; `whyNoEngine` is a clause with
/// the reason.
[[nodiscard]] SpeedSplit splitOf(const SpeedReport& report, std::string_view whyNoEngine);

/// The whole split in sentences, for users who cannot see the picture.
[[nodiscard]] std::string describedSplit(const SpeedSplit& split);

} // namespace batchscope
