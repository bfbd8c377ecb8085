// SPDX-License-Identifier: GPL-3.0-or-later
//
// How many processors other processes keep busy, from the system's own accounts (/proc/stat). A second thread on a
// processor that another process uses gets every other slice of it, and everything that waits for that thread gets no
// more.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

namespace batchscope {

/// Seconds since the start of the system.
struct ProcessorTimes {
    double all = 0.0; ///< in which some processor of ours was busy, for any process; processors add up
    double own = 0.0; ///< of these, for this process
};

/// Sums the lines "cpuN" of /proc/stat for processors that `isOurs` accepts, without idle and waiting times. 0 when
/// there are none.
[[nodiscard]] double busySeconds(std::string_view procStat, double ticksPerSecond,
                                 const std::function<bool(int processor)>& isOurs);

/// Processors that this process may run on; at least 1.
[[nodiscard]] int ourProcessors();

/// As the system has it now; both 0 where it does not tell.
[[nodiscard]] ProcessorTimes processorTimes();

/// Averages over the last tenth of a second or so.
class LoadMeter {
public:
    /// `read` is processorTimes(), or a test's.
    explicit LoadMeter(std::function<ProcessorTimes()> read) : m_read(std::move(read)) {}

    /// Processors that others keep busy at `now` (seconds of any clock that only grows): 0 until there are two
    /// readings. Costs some ten microseconds ten times a second, else nothing.
    [[nodiscard]] double others(double now);

private:
    std::function<ProcessorTimes()> m_read;
    bool m_hasReading = false;
    ProcessorTimes m_last;
    double m_lastAt = 0.0;
    double m_next = 0.0; ///< when to read again
    double m_others = 0.0;
};

/// How many of `wanted` threads a team can use well on `processors` of which `others` are busy for other processes. At
/// least 1, at most `processors`.
[[nodiscard]] int threadsThatFit(int wanted, int processors, double others);

} // namespace batchscope
