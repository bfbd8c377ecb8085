// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the work to stop on Ctrl+C, so that nothing is left half done; a second one ends the process. A separate thread
// waits for the signals, because almost nothing may be done in a signal handler. One object in main(), before any other
// thread starts.
#pragma once

#include <chrono>
#include <csignal>
#include <initializer_list>
#include <stop_token>

namespace batchscope {

class InterruptWatch {
public:
    /// Signals ignored when the program started (nohup) stay ignored. Those within `oneRequest` of the first
    /// belong to it: the end of a desktop session sends SIGTERM and SIGHUP together.
    InterruptWatch(std::initializer_list<int> signalNumbers = {SIGINT, SIGTERM},
                   std::chrono::milliseconds oneRequest = {});
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// Stopped by the first of the signals, on the thread that waits for them.
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
};

} // namespace batchscope
