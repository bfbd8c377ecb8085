// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/words/bench_words.h"

#include <fmt/format.h>

#include <cmath>

namespace batchscope::words {

std::string countOf(std::string_view shown, std::size_t count, std::string_view unit) {
    return fmt::format("{} {}{}", shown, unit, count == 1 ? "" : "s");
}

std::string measuringFor(double remainingSeconds) {
    constexpr double kMinute = 60.0;
    constexpr double kHour = 3600.0;
    constexpr double kFew = 5.0;
    if (remainingSeconds < kFew) {
        return fmt::format("{}, a few seconds left", kMeasuring);
    }
    if (remainingSeconds < kMinute) {
        return fmt::format("{}, about {:.0f} s left", kMeasuring, kFew * std::ceil(remainingSeconds / kFew));
    }
    if (remainingSeconds < 1.5 * kHour) {
        return fmt::format("{}, about {:.0f} min left", kMeasuring, std::ceil(remainingSeconds / kMinute));
    }
    return fmt::format("{}, about {:.1f} h left", kMeasuring, remainingSeconds / kHour);
}

} // namespace batchscope::words
