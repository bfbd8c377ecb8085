// SPDX-License-Identifier: GPL-3.0-or-later
//
// A schedule as the engine runs it: copies, products and kernels in order, with the place of every row. A plan wires
// what cell_code.h made of the ops to the nodes of one graph. There are no tensors here, so the cost of a plan can be
// counted without running anything (plan_figures.h).
//
// A plan is made in stages, each a value that the next ones read and nobody changes:
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

    /// Units of memory in use.
    [[nodiscard]] std::uint64_t end() const { return launches.end; }
    /// Whether offsets reach all of it (256 GiB); else nothing but end() is right.
    [[nodiscard]] bool fits() const { return end() <= OffsetCursor::kMost; }
    /// Where a node's output is stored.
    [[nodiscard]] Offset offsetOf(Value value) const { return places.offsetOf(rows.rowOf(value)); }
};

/// O(nodes + arguments).
[[nodiscard]] LaunchPlan makeLaunchPlan(const PlanInput& input);

/// Makes one plan after another in the same memory, which saves new pages. Equal to makeLaunchPlan.
class LaunchPlanner {
public:
    /// Good until the next call.
    const LaunchPlan& plan(const PlanInput& input);
    /// What the last call made; empty before the first.
    [[nodiscard]] const LaunchPlan& last() const { return m_plan; }
    /// The same to keep. The next plan begins with new memory.
    [[nodiscard]] LaunchPlan take() { return std::exchange(m_plan, {}); }

private:
    LaunchPlan m_plan;
};

} // namespace batchscope
