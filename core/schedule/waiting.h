// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a decision cost: the schedule as it would have become, had one step waited for more nodes of its signature. The
// step that waits is withheld from the policy: in its place the candidate with the best score of the others runs (of
// equal ones the first), and when its turn comes it takes all that is ready of its signature, on whatever level. The
// policy decides everything else as it would. A count, not an estimate.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/schedule/policy.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <vector>

namespace batchscope {

/// For how long a step waits.
enum class Wait : std::uint8_t {
    UntilMoreAreReady,       ///< of its signature
    UntilNothingElseIsReady, ///< no other signature is ready; at the latest at the end of the round
};

/// The schedule in which `step` waits. `policy` has made `schedule`, or was prepared for the graph like the one that
/// has (Policy::prepared). Errors as makeSchedule.
[[nodiscard]] Result<Schedule> scheduleWithWait(const OpGraph& graph, const Schedule& schedule, const Policy& policy,
                                                BatchId step, Wait wait, const RunControl& control);

/// A step that should have waited.
struct HastyStep {
    BatchId step;
    std::size_t saved = 0; ///< batches, of the whole schedule; at least 1
    Wait wait = Wait::UntilMoreAreReady;
    std::size_t rows = 0; ///< of the step's signature in the batch that it becomes
};

struct HastySteps {
    std::vector<HastyStep> steps; ///< those that save most first, of equal ones the earlier
    bool applies = true;          ///< false: the policy cannot go on with a schedule that was changed
    std::size_t tried = 0;
    std::size_t candidates = 0; ///< steps of signatures with more batches than their lower bound; others cannot save
};

/// Tries every step that could save a batch, the smallest first, until kMostWaitWork is spent; then `tried` is below
/// `candidates`. Nothing is tried for a policy that runs node by node, or that would have to learn the graph again.
/// Cancelled.
[[nodiscard]] Result<HastySteps> hastySteps(const OpGraph& graph, const Schedule& schedule, const RunControl& control);

inline constexpr std::size_t kMostWaitWork = 40'000'000; ///< nodes that are scheduled; a few seconds

} // namespace batchscope
