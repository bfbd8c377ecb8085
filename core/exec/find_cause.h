// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains why a folded run differs from the regular one. At the first node that differs, all inputs are still equal
// within rounding. A cause is named only if a test confirms it:
//  - the call of an opaque op is repeated. If its values differ, it is random;
//  - the weights that the node reads are compared. If they differ, the node is computed in float64 with the weights of
//    each run, and the weights must account for at least half of the difference;
//  - the node is computed in float64 from the inputs of each run, and from inputs changed in the last place. If both
//    runs are as close to float64 as such changes allow, the cause is rounding (not tested for opaque ops);
//  - the node is computed from inputs that batching code may confuse: the same argument of other rows of its batch,
//    its own other arguments, other outputs of the argument's node. If one of these inputs gives the value of the
//    folded run, the node read it; if rounding explains that value as well, only an almost exact match counts.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/parameters.h"
#include "core/schedule/schedule.h"
#include "core/trace/divergence.h"
#include "core/trace/recorded_state.h"

namespace batchscope {

/// A folded run, with its weights, and the regular run from which it differs.
struct DivergedRun {
    const OpGraph& graph;
    const Schedule& schedule;
    const RecordedState& state;
    const Parameters& parameters;
    NodeId node;                    ///< the first node that differs, in topological order
    const RecordedState& ofRegular; ///< the state of the regular run
    const Parameters& regularParameters;
};

/// Runs the node's op a few times, on a few thousand rows at most. Returns Kind::Unknown if no test confirms a
/// cause. Cancelled if stopped; otherwise fails like Executor::run().
[[nodiscard]] Result<DivergenceCause> findCause(const DivergedRun& folded, const RunControl& control);

} // namespace batchscope
