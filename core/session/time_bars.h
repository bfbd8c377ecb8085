// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measured times of a snapshot as bars on one axis, which every story ends with: regular and folded on LibTorch,
// and on the engine. Times and factors are those of the speed-up (speed_report.h).
#pragma once

#include "core/session/snapshot.h"
#include "core/trace/speed_split.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct TimeBar {
    TimedArm arm = TimedArm::Regular;
    std::string title;   ///< "regular", "folded"
    std::string kernels; ///< "on LibTorch", "on the engine"
    MedianTime time;     ///< of running, without construction
    /// Seconds of it in which calls are started, as far as the recorded batches tell: what does not grow with their
    /// rows. Only of arms on the kernels of the run itself.
    std::optional<double> starts;
    std::size_t calls = 0; ///< batches; nodes, where each is one
    /// Of a folded arm: regular over this. Both on the same kernels where both are here, else regular on LibTorch.
    std::optional<SpeedRatio> factor;
};

struct TimeBars {
    std::vector<TimeBar> bars; ///< regular first; empty until the speed-up is measured, and where the values differ
    std::string why;           ///< what folding has saved and what it has not; empty where `starts` are not known
    std::string note;          ///< what the times are, and what puts them in doubt
};

/// Cost: linear in nodes.
[[nodiscard]] TimeBars timeBars(const Snapshot& snapshot);
/// In sentences, for readers without a picture.
[[nodiscard]] std::string describedBars(const TimeBars& bars);

} // namespace batchscope
