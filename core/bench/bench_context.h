// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context that is reported with every figure: the machine, its libraries, and how fast it was during the
// measurement; and what else it takes to repeat a run, or to doubt it: which build, when, where, how busy.
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

/// BenchContext::build of a build that is not for timing.
inline constexpr const char* kBuiltWithAssertions = "with assertions: timings are unreliable";

/// Without rooflines. The threads are those in force.
[[nodiscard]] BenchContext contextOf(const Treebank& bank, const BenchConfig& config);

/// Measures the rooflines if they are asked for. Called before the sweep, and after it if that was long: a disturbance
/// only ever slows, so the better figures are kept.
void measureLimits(const BenchConfig& config, BenchContext& context);

/// Which program measured.
struct BuildIdentity {
    std::string version; ///< "0.1.0"
    std::string commit; ///< as of the last configuration by CMake: 40 digits, with "+changes" where files differed from
                        ///< it; "unknown" outside a clone
    std::string compiler; ///< "g++ 12.2.0"
};
[[nodiscard]] BuildIdentity buildIdentity();

/// The name of this machine in its network; "unknown" where the system does not tell.
[[nodiscard]] std::string hostName();

/// What sets the frequency of the first processor, such as "performance" or "powersave"; none where the system does
/// not tell, as in most virtual machines.
[[nodiscard]] std::optional<std::string> frequencyGovernor();

/// Mean number of processes that ran or waited to run in the last 1, 5 and 15 minutes, of all processors together
/// (/proc/loadavg). Before a run it is the work of others, after it also its own.
using LoadAverages = std::array<double, 3>;
/// None where the system does not tell.
[[nodiscard]] std::optional<LoadAverages> loadAverages();

/// ISO 8601 in UTC, to the second: "2024-03-05T14:07:09Z".
[[nodiscard]] std::string utcText(std::chrono::system_clock::time_point time);

// How fast the machine is at this moment: the time of a fixed piece of work, taken between the steps that are measured.
// A virtual machine runs at another speed from one second to the next when its neighbors on the same host work, and
// nothing in it tells: no process is to be seen, and no time is stolen. Steps that are measured meanwhile take up
// to 1.7 times as long, and agree with each other. So a sample counts only where the machine runs at its best speed, as
// far as the cell's patience allows; a result that had to be taken at another speed says so. What is thrown away is
// chosen by the yardstick alone, never by what the sample says.
//
// The work is of the kinds that a step is made of: products that fit the cache, rows gathered from a table that does
// not, and branches that cannot be foretold. It calls nothing of this program and no library, so it stays as it is.

class Yardstick {
public:
    Yardstick();

    /// Does the work on this thread, twice; seconds of the faster one. A fifth of a millisecond, about.
    double measure();
    /// Of all measures so far, of which there must be one. All of them are taken between steps: without steps, which
    /// leave the caches to others, the work takes up to a quarter less, and every step would look slow.
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
    std::vector<std::uint32_t> m_rows; // of the table
    std::vector<std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_sorted;
    double m_best = std::numeric_limits<double>::infinity();
    volatile float m_sink = 0.0F; // what nobody reads would not be computed
};

} // namespace batchscope
