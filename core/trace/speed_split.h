// SPDX-License-Identifier: GPL-3.0-or-later
//
// A speed-up as times: from regular on LibTorch down to folded on the engine, step by step, each step with the factor
// that it is shorter by. There are two ways round the square of speed_report.h, engine first or batching first; their
// factors differ, their product does not. A run and a sweep are split in the same way.
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
