// SPDX-License-Identifier: GPL-3.0-or-later
//
// Waits for another thread or process if there is no notification; without Qt (see sessions.h).
#pragma once

#include <chrono>
#include <sys/types.h>
#include <thread>

namespace batchscope::testing {

/// The longest wait: nothing that a test waits for takes this long, even on a machine with ten other tasks.
inline constexpr std::chrono::milliseconds kPatience(60'000);
/// kPatience as QtTest takes it.
inline constexpr int kPatienceMs = static_cast<int>(kPatience.count());

/// Checks `condition()` every millisecond; false if it does not hold within the limit.
template <typename Condition>
[[nodiscard]] bool waitFor(const Condition& condition, std::chrono::milliseconds limit = kPatience) {
    const auto end = std::chrono::steady_clock::now() + limit;
    while (!condition()) {
        if (std::chrono::steady_clock::now() >= end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

/// The id of the calling thread, for isAsleep().
[[nodiscard]] pid_t thisThread();
/// True while this thread of the process waits in the kernel. False if the system does not provide this (no /proc).
[[nodiscard]] bool isAsleep(pid_t thread);

} // namespace batchscope::testing
