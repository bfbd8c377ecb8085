// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule as the engine runs it: copies, products and kernels in order, with the place of every row. A plan connects
// the code of the ops (cell_code.h) to the nodes of one graph. There are no tensors here, so the cost of a plan can be
// counted without running anything (plan_figures.h).
//
// A plan is made in stages, each an immutable value that the next ones read:
//
//     PlanInput → FoundRows (which rows) → PlacedRows (where) → Launches (what runs when) → GradientPlan
#pragma once

#include "core/plan/launches.h"

#include <utility>

namespace batchscope {

struct LaunchPlan {
    Launching launching = Launching::Shared;
    FoundRows rows = {};
    PlacedRows places = {};
    Launches launches = {};

    /// The number of memory units in use.
    [[nodiscard]] std::uint64_t end() const { return launches.end; }
    /// True if offsets reach all of the memory (256 GiB); otherwise only end() is valid.
    [[nodiscard]] bool fits() const { return end() <= OffsetCursor::kMost; }
    /// Where a node's output is stored.
    [[nodiscard]] Offset offsetOf(Value value) const { return places.offsetOf(rows.rowOf(value)); }
};

/// Makes all stages of the plan. O(nodes + arguments).
[[nodiscard]] LaunchPlan makeLaunchPlan(const PlanInput& input);

/// Makes one plan after another and reuses the memory, which is faster. The plans equal those of makeLaunchPlan().
class LaunchPlanner {
public:
    /// The result is valid until the next call.
    const LaunchPlan& plan(const PlanInput& input);
    /// The result of the last call; empty before the first.
    [[nodiscard]] const LaunchPlan& last() const { return m_plan; }
    /// Moves the last plan out. The next plan allocates new memory.
    [[nodiscard]] LaunchPlan take() { return std::exchange(m_plan, {}); }

private:
    LaunchPlan m_plan;
};

} // namespace batchscope
