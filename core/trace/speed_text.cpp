// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/speed_text.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

std::string numberText(double ratio) {
    constexpr double kTwoDigits = 2.0;
    constexpr double kOneDigit = 99.95;
    return fmt::format("{:.{}f}", ratio, ratio < kTwoDigits ? 2 : ratio < kOneDigit ? 1 : 0);
}

/// The arm whose samples agree least, and by how much they do not.
std::string varyingText(const SpeedReport& report) {
    double most = 0.0;
    for (const auto& samples : report.samples) {
        most = std::max(most, spreadOf(samples));
    }
    return fmt::format("the median of {} runs is only known to within {:.0f} %", report.runs(), 100.0 * most);
}

std::string busyText(const MachineLoad& load) {
    constexpr double kSeen = 0.1; // of a processor
    const std::string who =
        load.others >= kSeen ? fmt::format("other processes use {:.1f} of {} processors", load.others, load.processors)
                             : fmt::format("{:.0f} % of the time was spent waiting for a processor",
                                           100.0 * std::min(load.waiting, 1.0));
    return fmt::format("the machine is busy ({})", who);
}

} // namespace

std::string factorText(double ratio) {
    return ratio > 0.0 ? numberText(ratio) + "×" : "–";
}

std::string factorText(const SpeedRatio& ratio) {
    return fmt::format("{} ({}–{})", factorText(ratio.value), numberText(ratio.low), numberText(ratio.high));
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
        return fmt::format("one run of each arm takes {}; use bench instead", formatSeconds(report.roundSeconds));
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
