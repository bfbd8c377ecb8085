// SPDX-License-Identifier: GPL-3.0-or-later
//
// Requests a stop on Ctrl+C, so that no work is left half done; a second Ctrl+C ends the process. A separate thread
// waits for the signals, because a signal handler may do almost nothing. Create one object in main(), before any other
// thread starts.
#pragma once

#include <chrono>
#include <csignal>
#include <initializer_list>
#include <stop_token>

namespace batchscope {

class InterruptWatch {
public:
    /// Signals ignored when the program started (nohup) stay ignored. Signals within `oneRequest` of the first count as
    /// part of it: the end of a desktop session sends SIGTERM and SIGHUP together.
    InterruptWatch(std::initializer_list<int> signalNumbers = {SIGINT, SIGTERM},
                   std::chrono::milliseconds oneRequest = {});
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// The token that the first signal stops, on the thread that waits for signals.
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
};

} // namespace batchscope
