// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context reported with every figure: the machine, its libraries and its speed during the measurement, and what
// else is needed to repeat or question a run: build, time, host and load.
#pragma once

#include "core/bench/bench.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

/// The value of BenchContext::build for a build that is not meant for timing.
inline constexpr const char* kBuiltWithAssertions = "with assertions: timings are unreliable";

/// The context without rooflines. `threads` is the current thread count.
[[nodiscard]] BenchContext contextOf(const Treebank& bank, const BenchConfig& config);

/// Identifies the program that measured.
struct BuildIdentity {
    std::string version;  ///< "0.1.0"
    std::string commit;   ///< as of the last CMake configuration: 40 digits, followed by "+changes" if files differed
                          ///< from it; "unknown" outside a clone
    std::string compiler; ///< "g++ 12.2.0"
};
[[nodiscard]] BuildIdentity buildIdentity();

/// The network name of this machine; "unknown" if the system does not provide it.
[[nodiscard]] std::string hostName();

/// The frequency governor of the first processor, such as "performance" or "powersave"; none if the system does not
/// provide it, as in most virtual machines.
[[nodiscard]] std::optional<std::string> frequencyGovernor();

/// Mean number of processes that ran or waited to run in the last 1, 5 and 15 minutes, on all processors together
/// (/proc/loadavg). Before a run this is the load of other processes; after it, the run itself is included.
using LoadAverages = std::array<double, 3>;
/// None if the system does not provide them.
[[nodiscard]] std::optional<LoadAverages> loadAverages();

/// ISO 8601 in UTC, to the second: "2024-03-05T14:07:09Z".
[[nodiscard]] std::string utcText(std::chrono::system_clock::time_point time);

// Measures the current speed of the machine: the time of a fixed piece of work, taken between the measured steps. The
// speed of a virtual machine changes from one second to the next when its neighbors on the same host work, and nothing
// inside it shows this: neither a process nor stolen time. Steps measured meanwhile take up to 1.7 times as long and
// agree with each other. So a result that was measured at less than the best speed is marked.
//
// The work is of the same kinds as a step: products that fit the cache, rows gathered from a table that does not, and
// unpredictable branches. It calls no other code of this program and no numeric library, so that it never changes.

class Yardstick {
public:
    Yardstick();

    /// Does the work twice on this thread and returns the seconds of the faster try, about 0.2 ms.
    double measure();
    /// The best of all measurements so far; requires at least one. All must be taken between steps: with the caches
    /// undisturbed by steps, the work takes up to a quarter less, and every step would look slow.
    [[nodiscard]] double best() const { return m_best; }

private:
    [[nodiscard]] double once();
    void multiply();
    void gather();
    void sortNumbers();

    std::vector<float> m_left;
    std::vector<float> m_right;
    std::vector<float> m_product;
    std::vector<float> m_table;
    std::vector<std::uint32_t> m_rows; // row numbers in m_table
    std::vector<std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_sorted;
    double m_best = std::numeric_limits<double>::infinity();
    volatile float m_sink = 0.0F; // keeps the compiler from removing the work
};

} // namespace batchscope
