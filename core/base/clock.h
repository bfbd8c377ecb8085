// SPDX-License-Identifier: GPL-3.0-or-later
//
// The clock for all times in this program, and time differences in seconds.
#pragma once

#include <chrono>

namespace batchscope {

using Clock = std::chrono::steady_clock;

[[nodiscard]] inline double inSeconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

[[nodiscard]] inline double secondsBetween(Clock::time_point from, Clock::time_point to) {
    return inSeconds(to - from);
}

[[nodiscard]] inline double secondsSince(Clock::time_point start) {
    return secondsBetween(start, Clock::now());
}

} // namespace batchscope
