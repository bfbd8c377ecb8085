// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress and cancellation of long stages, for the window and the command line alike. A stage takes a `const
// RunControl&`, calls `report` as often as it likes (only one call every 30 ms is passed on) and polls `stopRequested`
// between its units of work.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string_view>

namespace batchscope {

/// Receives the stage's name, units done and total units (0 if unknown).
using ProgressSink = std::function<void(std::string_view stage, std::size_t done, std::size_t total)>;

class RunControl {
public:
    RunControl() = default;
    RunControl(std::stop_token stop, ProgressSink sink) : m_stop(std::move(stop)), m_sink(std::move(sink)) {}

    [[nodiscard]] bool stopRequested() const { return m_stop.stop_requested(); }
    /// A copy with the stop token but without the sink, for stages inside a stage that reports progress, and for timed
    /// work.
    [[nodiscard]] RunControl quiet() const { return {m_stop, ProgressSink()}; }
    /// Forwards to the sink if 30 ms have passed since the last forwarded call, or if the stage is done (done ≥ total >
    /// 0). Must be called on one thread only.
    void report(std::string_view stage, std::size_t done, std::size_t total) const;

private:
    std::stop_token m_stop;
    ProgressSink m_sink;
    mutable std::chrono::steady_clock::time_point m_last;
};

} // namespace batchscope
