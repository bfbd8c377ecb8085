// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_split.h"

#include "core/base/text.h"
#include "core/trace/speed_text.h"
#include "core/words/speed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace batchscope {

namespace {

constexpr std::array<std::string_view, kTimedArmCount> kArmNames = {words::kRegularOnLibTorch, words::kRegularOnEngine,
                                                                    words::kFoldedOnLibTorch, words::kFoldedOnEngine};

std::size_t placeOf(TimedArm arm) {
    return static_cast<std::size_t>(arm);
}

SpeedRatio ratioOfTimes(const MedianTime& slower, const MedianTime& faster) {
    return {slower.seconds / faster.seconds, slower.range.low / faster.range.high,
            slower.range.high / faster.range.low};
}

/// A corner of the square on the way from regular on LibTorch to folded on the engine.
struct SplitCorner {
    TimedArm arm = TimedArm::Regular;
    SpeedPart before = SpeedPart::Engine;
    SpeedPart after = SpeedPart::Batching;
};

SplitWay wayBy(const ArmTimes& times, const SplitCorner& corner, std::string_view name) {
    SplitWay way{std::string(name), {}};
    const auto add = [&](TimedArm arm, std::optional<SpeedPart> part) {
        SplitStep step{std::string(kArmNames[placeOf(arm)]), *times[placeOf(arm)], std::nullopt};
        if (part) {
            step.factor = SplitFactor{*part, ratioOfTimes(way.steps.back().time, step.time)};
        }
        way.steps.push_back(std::move(step));
    };
    add(TimedArm::RegularOff, std::nullopt);
    add(corner.arm, corner.before);
    add(TimedArm::Folded, corner.after);
    return way;
}

std::string missingArms(const ArmTimes& times) {
    std::string missing;
    for (const TimedArm arm : {TimedArm::RegularOff, TimedArm::Regular, TimedArm::Folded}) {
        if (!times[placeOf(arm)]) {
            missing += (missing.empty() ? "" : ", ") + std::string(kArmNames[placeOf(arm)]);
        }
    }
    return missing;
}

SpeedSplit emptySplit(std::string reason) {
    SpeedSplit split;
    split.emptyReason = std::move(reason);
    return split;
}

std::string stepText(const SplitStep& step) {
    const std::string time = fmt::format("{} ({} to {})", formatSeconds(step.time.seconds),
                                         formatSeconds(step.time.range.low), formatSeconds(step.time.range.high));
    return step.factor ? fmt::format("{} {}: {} takes {}", speedPartName(step.factor->part),
                                     factorText(step.factor->ratio), step.name, time)
                       : fmt::format("{} takes {}", step.name, time);
}

} // namespace

std::optional<MedianTime> medianTimeOf(std::span<const double> samples) {
    const MedianRange range = medianRange(samples);
    return range.low > 0.0 ? std::optional(MedianTime{median(samples), range}) : std::nullopt;
}

std::string speedPartName(SpeedPart part) {
    return std::string(part == SpeedPart::Batching ? "batching" : "engine");
}

SpeedSplit splitOf(const ArmTimes& times) {
    if (const std::string missing = missingArms(times); !missing.empty()) {
        return emptySplit(fmt::format(
            "A split compares four arms, of which these were not measured here: {}. Measure them, too.", missing));
    }
    SpeedSplit split;
    split.ways.push_back(
        wayBy(times, {TimedArm::Regular, SpeedPart::Engine, SpeedPart::Batching}, words::kEngineFirst));
    if (times[placeOf(TimedArm::FoldedOff)]) {
        split.ways.push_back(
            wayBy(times, {TimedArm::FoldedOff, SpeedPart::Batching, SpeedPart::Engine}, "batching first"));
    }
    split.both = ratioOfTimes(*times[placeOf(TimedArm::RegularOff)], *times[placeOf(TimedArm::Folded)]);
    const std::vector<SplitStep>& steps = split.ways.front().steps;
    split.text = words::splitOfSpeedup(factorText(steps[2].factor->ratio.value),
                                       factorText(steps[1].factor->ratio.value), factorText(split.both.value));
    return split;
}

SpeedSplit splitOf(const SpeedReport& report, std::string_view whyNoEngine) {
    const std::string reason = reasonText(report);
    if (!report.batching()) {
        return emptySplit(fmt::format("Not measured: {}.", reason));
    }
    if (!report.hasEngine()) {
        return emptySplit(
            fmt::format("All of this run's speed-up is batching: {}.",
                        whyNoEngine.empty() ? std::string_view("the engine could not run it") : whyNoEngine));
    }
    ArmTimes times;
    for (std::size_t arm = 0; arm < kTimedArmCount; ++arm) {
        std::vector<double> running;
        std::transform(report.samples[arm].begin(), report.samples[arm].end(), std::back_inserter(running),
                       [](const PhaseSeconds& sample) { return sample.execution(); });
        times[arm] = medianTimeOf(running);
    }
    SpeedSplit split = splitOf(times);
    split.caption = "Running only. " + samplesText(report);
    if (!reason.empty()) {
        split.notes.push_back(fmt::format("In doubt: {}.", reason));
    }
    return split;
}

std::string describedSplit(const SpeedSplit& split) {
    if (split.isEmpty()) {
        return split.emptyReason;
    }
    std::string text = split.text + '.';
    for (const SplitWay& way : split.ways) {
        std::string steps;
        for (const SplitStep& step : way.steps) {
            steps += (steps.empty() ? "" : "; ") + stepText(step);
        }
        text += fmt::format(" With {}: {}.", way.name, steps);
    }
    return text;
}

} // namespace batchscope
