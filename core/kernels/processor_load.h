// SPDX-License-Identifier: GPL-3.0-or-later
//
// Measures how many processors other processes keep busy, from the system's accounting (/proc/stat). A second thread on
// a processor that another process uses gets only every other time slice, and so does everything that waits for it.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

namespace batchscope {

/// Processor seconds since the start of the system.
struct ProcessorTimes {
    double all = 0.0; ///< busy time of our processors, for any process, added up
    double own = 0.0; ///< the part used by this process
};

/// Sums the busy times in the lines "cpuN" of /proc/stat, without idle and iowait, for processors that `isOurs`
/// accepts. Returns 0 if there are none.
[[nodiscard]] double busySeconds(std::string_view procStat, double ticksPerSecond,
                                 const std::function<bool(int processor)>& isOurs);

/// The number of processors that this process may run on; at least 1.
[[nodiscard]] int ourProcessors();

/// The current times; both are 0 if the system does not report them.
[[nodiscard]] ProcessorTimes processorTimes();

/// Averages the load over about the last tenth of a second.
class LoadMeter {
public:
    /// `read` is processorTimes(), or a replacement in a test.
    explicit LoadMeter(std::function<ProcessorTimes()> read) : m_read(std::move(read)) {}

    /// The number of processors that other processes keep busy at `now` (seconds of any clock that only grows): 0 until
    /// there are two readings. Costs about ten microseconds ten times a second, otherwise nothing.
    [[nodiscard]] double others(double now);

private:
    std::function<ProcessorTimes()> m_read;
    bool m_hasReading = false;
    ProcessorTimes m_last;
    double m_lastAt = 0.0;
    double m_next = 0.0; ///< time of the next reading
    double m_others = 0.0;
};

/// The number of threads, at most `wanted`, that a team can use well on `processors` if other processes keep `others`
/// of them busy. At least 1, at most `processors`.
[[nodiscard]] int threadsThatFit(int wanted, int processors, double others);

} // namespace batchscope
