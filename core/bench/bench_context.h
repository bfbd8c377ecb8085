// SPDX-License-Identifier: GPL-3.0-or-later
//
// The context that is reported with every figure: the machine, its libraries, and how fast it was during the
// measurement; and what else it takes to repeat a run, or to doubt it: which build, when, where, how busy.
#pragma once

#include "core/bench/bench.h"

#include <array>
#include <chrono>
#include <optional>
#include <string>

namespace batchscope {

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

} // namespace batchscope
