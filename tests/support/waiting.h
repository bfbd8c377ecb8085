// SPDX-License-Identifier: GPL-3.0-or-later
//
// Waiting for what another thread or process does, where nothing tells of it; no Qt (sessions.h).
#pragma once

#include <chrono>
#include <sys/types.h>
#include <thread>

namespace batchscope::testing {

/// Longer than anything takes that a test waits for, on a machine that does ten other things: who waits this long has
/// failed.
inline constexpr std::chrono::milliseconds kPatience(60'000);
/// The same as QtTest takes it.
inline constexpr int kPatienceMs = static_cast<int>(kPatience.count());

/// Looks once a millisecond whether `condition()` holds; false when it does not within the limit.
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

/// The number of the calling thread, for isAsleep.
[[nodiscard]] pid_t thisThread();
/// True while this thread of the process waits in the kernel for something to happen. False where the system does not
/// tell (no /proc).
[[nodiscard]] bool isAsleep(pid_t thread);

} // namespace batchscope::testing
