// SPDX-License-Identifier: GPL-3.0-or-later
//
// Takes the samples behind a speed-up. All arms run in turn, in random order in each round, so that a slow spell falls
// on all of them; when the rounds do not agree, or others use the machine, it tries again for a while and then says so.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/trace/speed_report.h"

#include <functional>
#include <vector>

namespace batchscope {

/// What is timed.
struct TimedArms {
    ExecutorKind executor = ExecutorKind::Engine; ///< of the run that the report is about; its arms are among these
    std::vector<TimedArm> arms;
};

/// Runs an arm once, warm, and tells its seconds, construction included.
using TimedRun = std::function<Result<PhaseSeconds>(TimedArm arm)>;

struct MeasureLimits {
    std::size_t leastRounds = 5;
    std::size_t mostRounds = 2000;
    double trySeconds = 0.1;   ///< a try takes at least this long, or mostRounds: short runs are many
    double retrySeconds = 1.5; ///< a further try, which adds to the samples, begins only when it may end by then
    double mostSeconds = 20.0; ///< where leastRounds would take longer: as many rounds as fit, at least one
    double knownSeconds = 0.0; ///< one round is known to take at least this long

    /// True if `leastRounds` rounds of this length would exceed `mostSeconds`.
    [[nodiscard]] bool isTooLong(double roundSeconds) const {
        return static_cast<double>(leastRounds) * roundSeconds > mostSeconds;
    }
};

/// One unrecorded round first, as warm-up. Errors of `run`; Cancelled when stopped between two runs. `threads` are
/// those that the arms may use.
[[nodiscard]] Result<SpeedReport> measureSpeed(const TimedArms& arms, const TimedRun& run, int threads,
                                               const RunControl& control, const MeasureLimits& limits = {});

} // namespace batchscope
