// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why a folded run differs from the regular one. At the first node that differs, all inputs are still equal within
// rounding. A cause is named only where it is seen to be one:
//  - a call is computed again and again: it may be random;
//  - the weights that the node reads are compared; where they differ, the node is computed in float64 with those of
//    either run, and they must make most of the difference;
//  - the node is computed in float64 from the inputs of either run, and from inputs that differ in the last place;
//    where both runs are as near as that lets them be, it is rounding;
//  - it is computed from other inputs that batching code confuses: what other rows of its batch read in the same place,
//    its own other arguments, other outputs of the same node. Where one of them gives the value that the folded run
//    has, that is what it read.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/parameters.h"
#include "core/schedule/schedule.h"
#include "core/trace/divergence.h"
#include "core/trace/recorded_state.h"

namespace batchscope {

struct DivergedRun {
    const OpGraph& graph;
    const Schedule& schedule;
    const RecordedState& state;
    const Parameters& parameters;
    NodeId node;                    ///< the first that differs, in topological order
    const RecordedState& ofRegular; ///< what the regular run computed
    const Parameters& regularParameters;
};

/// Time: the node's op on at most a few thousand rows. Cancelled; else errors as Executor::run.
[[nodiscard]] Result<DivergenceCause> findCause(const DivergedRun& folded, const RunControl& control);

} // namespace batchscope
