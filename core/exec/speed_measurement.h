// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes the samples for a speed-up. All arms run in each round, in random order, so that a slow period affects all of
// them. If the rounds disagree or other processes use the machine, more rounds are run for a while; then the report
// states the problem.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/speed_report.h"

#include <functional>
#include <vector>

namespace batchscope {

struct TimedArms {
    ExecutorKind executor = ExecutorKind::Engine; ///< the executor of the run; `arms` must contain its two arms
    std::vector<TimedArm> arms;
};

/// Runs an arm once and returns its seconds, construction included.
using TimedRun = std::function<Result<PhaseSeconds>(TimedArm arm)>;

struct MeasureLimits {
    std::size_t leastRounds = 5;
    std::size_t mostRounds = 2000;
    double trySeconds = 0.1;   ///< minimum duration of a try, unless it reaches mostRounds
    double retrySeconds = 1.5; ///< another try, which adds samples, begins only if it should end within this time
    double mostSeconds = 20.0; ///< if leastRounds take longer, only the rounds that fit are run, at least one
    double knownSeconds = 0.0; ///< a known lower bound of the duration of one round

    /// True if `leastRounds` rounds of this length would exceed `mostSeconds`.
    [[nodiscard]] bool isTooLong(double roundSeconds) const {
        return static_cast<double>(leastRounds) * roundSeconds > mostSeconds;
    }
};

/// Starts with one unrecorded round as warm-up, unless rounds are too long (isTooLong()). Returns the errors of `run`;
/// Cancelled if stopped between two runs. `threads` is the number of threads that the arms may use.
[[nodiscard]] Result<SpeedReport> measureSpeed(const TimedArms& arms, const TimedRun& run, int threads,
                                               const RunControl& control, const MeasureLimits& limits = {});

} // namespace batchscope
