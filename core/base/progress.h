// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress and cancellation of long stages, in the same way for the window and the command line. A stage takes a
// `const RunControl&`, calls `report` as often as it likes (only one call every 30 ms is passed on) and polls
// `stopRequested` between its units of work.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string_view>

namespace batchscope {

/// What a sink receives: the stage's name, units done and units in all (0 when not known).
using ProgressSink = std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

class RunControl {
public:
    RunControl() = default;
    RunControl(std::stop_token stop, ProgressSink sink) : m_stop(std::move(stop)), m_sink(std::move(sink)) {}

    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }
    /// The same stop without the sink: for stages inside a stage that reports by itself, and for what is being timed.
    [[nodiscard]] RunControl quiet() const { return {m_stop, ProgressSink()}; }
    /// Forwards to the sink when 30 ms have passed since the last call, or when done == total. One thread only.
    void report(std::string_view stage, std::size_t done, std::size_t total) const;

private:
    std::stop_token m_stop;
    ProgressSink m_sink;
    mutable std::chrono::steady_clock::time_point m_last;
};

} // namespace batchscope
