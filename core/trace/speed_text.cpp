// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

std::string ratioText(double ratio) {
    constexpr double kTwoDigits = 2.0;
    constexpr double kOneDigit = 99.95;
    return fmt::format("{:.{}f}", ratio, ratio < kTwoDigits ? 2 : ratio < kOneDigit ? 1 : 0);
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

std::string busyText(const MachineLoad& load) {
    constexpr double kSeen = 0.1; // of a processor
    const std::string who =
        load.others >= kSeen
            ? fmt::format("other processes use {:.1f} of {} processors", load.others, load.processors)
            : fmt::format("{:.0f}% of the time was spent waiting for a processor", 100.0 * std::min(load.waiting, 1.0));
    return fmt::format("the machine is busy ({})", who);
}

} // namespace

std::string factorText(double ratio) {
    return ratio > 0.0 ? ratioText(ratio) + "×" : "–";
}

std::string factorText(const SpeedRatio& ratio) {
    return fmt::format("{} ({}–{})", factorText(ratio.value), ratioText(ratio.low), ratioText(ratio.high));
}

std::string factorText(const std::optional<SpeedRatio>& ratio) {
    return ratio ? factorText(*ratio) : "–";
}

std::string kernelsText(const SpeedReport& report) {
    return report.onEngine() ? "the engine" : "LibTorch";
}

std::string reasonText(const SpeedReport& report) {
    switch (report.verdict) {
    case SpeedVerdict::Steady: return {};
    case SpeedVerdict::Varying: return varyingText(report);
    case SpeedVerdict::Busy: return busyText(report.load);
    case SpeedVerdict::TooLong:
        return fmt::format("a single run of each arm takes at least {}; use bench or the Timing panel instead",
                           formatSeconds(report.roundSeconds));
    }
    return {};
}

std::string splitText(const SpeedReport& report) {
    const auto batching = report.batching();
    const auto engine = report.engine();
    const auto both = report.both();
    if (!batching || !engine || !both) {
        return {};
    }
    return fmt::format("batching {} × engine {} = both {}", factorText(batching->value), factorText(engine->value),
                       factorText(both->value));
}

} // namespace batchscope
