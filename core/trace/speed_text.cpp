// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_text.h"

#include "core/base/text.h"
#include "core/words/speed_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace batchscope {

namespace {

std::string onlyFewRuns(std::size_t runs, std::string_view duration) {
    return fmt::format("one run of each arm takes {}, so only {} {} made; bench makes more", duration, runs,
                       runs == 1 ? "was" : "were");
}

/// Of the arm whose samples agree least.
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
    constexpr double kSeen = 0.1; // of a processor
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
    if (report.runs() == 1) { // a range of one says nothing
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
    return words::splitOfSpeedup(factorText(batching->value), factorText(engine->value), factorText(both->value));
}

} // namespace batchscope
