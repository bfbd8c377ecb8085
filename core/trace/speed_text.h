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

/// "1.04", "6.3", "171": as often as that.
[[nodiscard]] std::string ratioText(double ratio);
/// "1.04×", "6.3×", "171×".
[[nodiscard]] std::string factorText(double ratio);
/// With its range: "6.3× (6.1–6.5)".
[[nodiscard]] std::string factorText(const SpeedRatio& ratio);
/// A dash where there is none.
[[nodiscard]] std::string factorText(const std::optional<SpeedRatio>& ratio);

/// In a sentence of the folded run: "2.8 times as fast"; "not measurably faster" where the range holds 1; "slower: 0.80
/// times as fast".
[[nodiscard]] std::string resultText(const SpeedRatio& ratio);

/// Which kernels the headline is on: "the engine", "LibTorch".
[[nodiscard]] std::string kernelsText(const SpeedReport& report);
/// What others did with the machine, as a reason: "the machine is busy (other processes use 1.2 of 2 processors)".
[[nodiscard]] std::string busyText(const MachineLoad& load);
/// The speed-up as every front end states it: "6.3× (6.1–6.5)"; "6.3× (4.0–8.1), busy" or "…, uneven" where the samples
/// do not agree; noFigureText() where there is none.
[[nodiscard]] std::string speedUpText(const SpeedReport& report);
/// What a speed-up without a figure is: "not measured"; "not stated" where the runs have different values.
[[nodiscard]] std::string noFigureText(const SpeedReport& report);
/// Why there is no figure, or why it is in doubt: a clause. Empty where the samples agree.
[[nodiscard]] std::string reasonText(const SpeedReport& report);
/// How the times of the arms were taken, without full stop: "Medians of 7 interleaved runs of each arm; ranges: 95%
/// confidence". Needs samples.
[[nodiscard]] std::string samplesText(const SpeedReport& report);
/// "batching 6.3× × engine 2.7× = both 17.0×"; empty without an engine, or without a figure.
[[nodiscard]] std::string splitText(const SpeedReport& report);

// A speed-up as times: from regular on LibTorch down to folded on the engine, step by step, each step with the factor
// that it is shorter by. There are two ways round the square of speed_report.h, engine first or batching first; their
// factors differ, their product does not. A run and a sweep are split in the same way.

// A speed-up as steps of time.
inline constexpr std::string_view kRegularOnLibTorch = "regular on LibTorch";
inline constexpr std::string_view kRegularOnEngine = "regular on the engine";
inline constexpr std::string_view kFoldedOnLibTorch = "folded on LibTorch";
inline constexpr std::string_view kFoldedOnEngine = "folded on the engine";
inline constexpr std::string_view kEngineFirst = "engine first";

/// The median of an arm's times, and where it is with 95 % confidence; all in seconds and greater than 0.
struct MedianTime {
    double seconds = 0.0;
    MedianRange range;
};

/// None without samples, or where some are no times.
[[nodiscard]] std::optional<MedianTime> medianTimeOf(std::span<const double> samples);

enum class SpeedPart : std::uint8_t { Batching, Engine };

/// "batching", "engine".
[[nodiscard]] std::string speedPartName(SpeedPart part);

/// What a step of a split is shorter by than the one before it; below 1 it is longer.
struct SplitFactor {
    SpeedPart part = SpeedPart::Batching;
    SpeedRatio ratio;
};

struct SplitStep {
    std::string name; ///< of the arm: "regular on LibTorch"
    MedianTime time;
    std::optional<SplitFactor> factor; ///< none of the first step of a way
};

/// Three steps; the factors multiply to SpeedSplit::both.
struct SplitWay {
    std::string name; ///< "engine first"
    std::vector<SplitStep> steps;
};

struct SpeedSplit {
    std::vector<SplitWay> ways; ///< engine first, then batching first
    SpeedRatio both;
    std::string text;               ///< "batching 6.3× × engine 2.7× = 17.0× overall"
    std::string caption;            ///< what the times are of
    std::vector<std::string> notes; ///< sentences: what is left out
    std::string emptyReason;        ///< a sentence; empty if there are ways

    [[nodiscard]] bool isEmpty() const { return ways.empty(); }
};

/// By TimedArm.
using ArmTimes = std::array<std::optional<MedianTime>, kTimedArmCount>;

/// Both ways, or the first alone if folded on LibTorch is missing; empty if any other arm is.
[[nodiscard]] SpeedSplit splitOf(const ArmTimes& times);
/// Of running times. Empty if the report has no factors to show, or has no arms on the engine, for which `whyNoEngine`
/// is the reason: a clause.
[[nodiscard]] SpeedSplit splitOf(const SpeedReport& report, std::string_view whyNoEngine);

/// All of it in sentences, for those who do not see the picture.
[[nodiscard]] std::string describedSplit(const SpeedSplit& split);

} // namespace batchscope
