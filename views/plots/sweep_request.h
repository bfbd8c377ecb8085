// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a measurement covers beside what its form says.
#pragma once

#include "core/base/result.h"
#include "core/bench/bench.h"

namespace batchscope {

class Session;

/// Which trees are measured.
enum class SweepTrees {
    Pool,       ///< mini-batches of all trees from the first shown one on
    OfPoint,    ///< those of the measurement of which a result is shown: that result's trees are of its pool
    OfSchedule, ///< all that are shown: those of the given schedule that is shown, which arms follow
};

/// Options, trees and seed of what the session shows. There is a treebank; for OfPoint a measurement, and for
/// OfSchedule a given schedule. Config error: the schedule's policy, if it is none after all, is unknown.
[[nodiscard]] Result<BenchConfig> sweepBase(const Session& session, SweepTrees trees);

} // namespace batchscope
