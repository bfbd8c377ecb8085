// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of each pass on one graph, for display: the same schedule planned without passes, then with each pass that
// is on added in turn. Only plans are made, so the figures are exact and the same on every machine.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/plan/pass.h"
#include "core/plan/plan_figures.h"
#include "core/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace batchscope {

struct PassRow {
    std::optional<Pass> added; ///< nullopt in the first row: no passes
    /// The figures with this pass and all before it, corrected by PassEntry::recount: with `table`, as if all words had
    /// occurred in an earlier run.
    PlanFigures figures;
};

/// The use of the plans. Training keeps more rows apart, and has no product table, because weights change.
enum class PlannedFor : std::uint8_t { Inference, Training };

struct PassReport {
    PassSet passes;
    PlannedFor plannedFor = PlannedFor::Inference;
    std::vector<PassRow>
        rows; ///< no passes, then each pass that is on, in the order of passEntries(); the last row has all of them

    /// The row of a pass; null if it is off.
    [[nodiscard]] const PassRow* row(Pass pass) const;
    /// The figures before and after adding a pass.
    struct Step {
        const PlanFigures& before;
        const PlanFigures& after;
    };
    [[nodiscard]] std::optional<Step> step(Pass pass) const;
};

/// Reports the forward pass only, also for training. O(nodes + arguments) for each pass that is on. Cancelled when
/// stopped between two passes.
[[nodiscard]] Result<PassReport> passReport(const OpGraph& graph, const Schedule& schedule, PassSet passes,
                                            PlannedFor plannedFor, const RunControl& control);

} // namespace batchscope
