// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the work to stop on Ctrl+C, so that nothing is left half done; a second one ends the process. A separate thread
// waits for the signals, because almost nothing may be done in a signal handler. One object in main(), before any other
// thread starts.
#pragma once

#include <stop_token>

namespace batchscope {

class InterruptWatch {
public:
    InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// Stopped by SIGINT or SIGTERM.
    [[nodiscard]] std::stop_token token() const { return m_stop.get_token(); }

private:
    std::stop_source m_stop;
};

} // namespace batchscope
