// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run on the axis of time: its stages, and the runs that are shown one below the other.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace batchscope::words {

// Runs.
inline constexpr std::string_view kFirstRun = "first run (cold)";
inline constexpr std::string_view kFoldedRun = "folded";
inline constexpr std::string_view kRegularRun = "regular";

/// "folded, thread 1"
[[nodiscard]] std::string threadLaneTitle(std::string_view run, std::string_view thread);

/// Where a run is too large to be recorded node by node.
[[nodiscard]] std::string regularNotRecorded(std::string_view nodes);

} // namespace batchscope::words
