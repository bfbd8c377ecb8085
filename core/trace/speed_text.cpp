// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string_view>

namespace batchscope {

namespace {

std::string onlyFewRuns(std::size_t runs, std::string_view duration) {
    return fmt::format("one run of each arm takes {}, so only {} {} made; bench makes more", duration, runs,
                       runs == 1 ? "was" : "were");
}

/// The largest spread of any arm, as a reason.
std::string varyingText(const SpeedReport& report) {
    double spread = 0.0;
    double middleHalf = 0.0;
    for (const auto& samples : report.samples) {
        spread = std::max(spread, spreadOf(samples));
        middleHalf = std::max(middleHalf, iqrOf(samples));
    }
    return spread <= kMostSpread && middleHalf > kMostIqr
               ? fmt::format("the interquartile range of an arm's {} runs is {:.0f}% of their median", report.runs(),
                             100.0 * middleHalf)
               : fmt::format("the median of {} runs is known only to within {:.0f}%", report.runs(), 100.0 * spread);
}

std::string_view doubtOf(SpeedVerdict verdict) {
    switch (verdict) {
    case SpeedVerdict::Busy: return ", busy";
    case SpeedVerdict::Varying: return ", uneven";
    case SpeedVerdict::Few: return ", few runs";
    case SpeedVerdict::Steady:
    case SpeedVerdict::Off: break;
    }
    return {};
}

} // namespace

std::string ratioText(double ratio) {
    constexpr double kTwoDigits = 1.995;
    constexpr double kOneDigit = 99.95;
    return fmt::format("{:.{}f}", ratio, ratio < kTwoDigits ? 2 : ratio < kOneDigit ? 1 : 0);
}

std::string factorText(double ratio) {
    return ratio > 0.0 ? ratioText(ratio) + "×" : "–";
}

std::string factorText(const SpeedRatio& ratio) {
    return fmt::format("{} ({}–{})", factorText(ratio.value), ratioText(ratio.low), ratioText(ratio.high));
}

std::string factorText(const std::optional<SpeedRatio>& ratio) {
    return ratio ? factorText(*ratio) : "–";
}

std::string resultText(const SpeedRatio& ratio) {
    return ratio.low <= 1.0 && ratio.high >= 1.0 ? "not measurably faster"
           : ratio.value > 1.0                   ? ratioText(ratio.value) + " times as fast"
                                                 : fmt::format("slower: {} times as fast", ratioText(ratio.value));
}

std::string kernelsText(const SpeedReport& report) {
    return std::string(report.executor == ExecutorKind::Engine ? "the engine" : "LibTorch");
}

std::string busyText(const MachineLoad& load) {
    constexpr double kSeen = 0.1; // in processors
    MachineLoad seen = load;
    seen.slowdown = 1.0;
    if (load.slowdown > kMostSlowdown && !isMachineBusy(seen)) {
        return fmt::format(
            "the machine ran at {:.0f}% of its best speed in this run, perhaps because of neighbors on the same host",
            100.0 / load.slowdown);
    }
    return fmt::format("the machine is busy ({})",
                       load.others >= kSeen
                           ? fmt::format("other processes use {:.1f} of {} processors", load.others, load.processors)
                           : fmt::format("{:.0f}% of the time was spent waiting for a processor",
                                         100.0 * std::min(load.waiting, 1.0)));
}

std::string speedUpText(const SpeedReport& report) {
    const std::optional<SpeedRatio> batching = report.batching();
    if (!batching) {
        return noFigureText(report);
    }
    if (report.runs() == 1) { // one sample has no range
        return factorText(batching->value) + ", one run";
    }
    return factorText(*batching) + std::string(doubtOf(report.verdict));
}

std::string noFigureText(const SpeedReport& report) {
    return std::string(report.runsDiffer ? "not stated" : "not measured");
}

std::string reasonText(const SpeedReport& report) {
    if (report.runsDiffer) {
        return std::string("the folded run computes something else than the regular one");
    }
    switch (report.verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Varying: return varyingText(report);
    case SpeedVerdict::Busy: return busyText(report.load);
    case SpeedVerdict::Few: return onlyFewRuns(report.runs(), formatSeconds(report.roundSeconds));
    case SpeedVerdict::Off: return std::string("the option Measure speed-up is off");
    }
    return {};
}

std::string samplesText(const SpeedReport& report) {
    return report.runs() == 1
               ? std::string("One run of each arm")
               : fmt::format("Medians of {} interleaved runs of each arm; ranges: {}", report.runs(),
                             report.verdict == SpeedVerdict::Few ? "least to greatest" : "95% confidence");
}

std::string splitText(const SpeedReport& report) {
    const auto batching = report.batching();
    const auto engine = report.engine();
    const auto both = report.both();
    if (!batching || !engine || !both) {
        return {};
    }
    return fmt::format("batching {} × engine {} = {} overall", factorText(batching->value), factorText(engine->value),
                       factorText(both->value));
}

namespace {

constexpr std::array<std::string_view, kTimedArmCount> kArmNames = {kRegularOnLibTorch, kRegularOnEngine,
                                                                    kFoldedOnLibTorch, kFoldedOnEngine};

std::size_t placeOf(TimedArm arm) {
    return static_cast<std::size_t>(arm);
}

SpeedRatio ratioOfTimes(const MedianTime& slower, const MedianTime& faster) {
    return {slower.seconds / faster.seconds, slower.range.low / faster.range.high,
            slower.range.high / faster.range.low};
}

/// The middle arm of a path from regular on LibTorch to folded on the engine.
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
    split.ways.push_back(wayBy(times, {TimedArm::Regular, SpeedPart::Engine, SpeedPart::Batching}, kEngineFirst));
    if (times[placeOf(TimedArm::FoldedOff)]) {
        split.ways.push_back(
            wayBy(times, {TimedArm::FoldedOff, SpeedPart::Batching, SpeedPart::Engine}, "batching first"));
    }
    split.both = ratioOfTimes(*times[placeOf(TimedArm::RegularOff)], *times[placeOf(TimedArm::Folded)]);
    const std::vector<SplitStep>& steps = split.ways.front().steps;
    split.text = fmt::format("batching {} × engine {} = {} overall", factorText(steps[2].factor->ratio.value),
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
