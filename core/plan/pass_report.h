// SPDX-License-Identifier: GPL-3.0-or-later
//
// The effect of each pass on one graph, for people: the same schedule planned without passes, then with each pass that
// is on added in turn. Plans only: nothing is run, so the figures are exact and the same on every machine.
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
    std::optional<Pass> added; ///< none in the first row: no passes
    /// With it and all before it, as the passes want them counted (PassEntry::recount): with `table`, as when all words
    /// were met in an earlier run.
    PlanFigures figures;
};

/// Training keeps more rows apart, and has no table of products: weights change.
enum class PlannedFor : std::uint8_t { Inference, Training };

struct PassReport {
    PassSet passes;
    PlannedFor plannedFor = PlannedFor::Inference;
    std::vector<PassRow> rows; ///< no passes, then each that is on, in the order of passEntries(); the last: all that
                               ///< are on

    /// The row of a pass; null where it is off.
    [[nodiscard]] const PassRow* row(Pass pass) const;
    /// What a pass made of the figures: the row before it and its own.
    struct Step {
        const PlanFigures& before;
        const PlanFigures& after;
    };
    [[nodiscard]] std::optional<Step> step(Pass pass) const;
};

/// Of the forward pass, also in training. O(nodes + arguments) for each pass that is on. Cancelled when stopped between
/// two of them.
[[nodiscard]] Result<PassReport> passReport(const OpGraph& graph, const Schedule& schedule, PassSet passes,
                                            PlannedFor plannedFor, const RunControl& control);

} // namespace batchscope
