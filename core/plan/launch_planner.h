// SPDX-License-Identifier: GPL-3.0-or-later
//
// Why: the three sweeps behind makeLaunchPlan, each over flat arrays: which rows there are and who wants them; where
// they lie; what is launched when.
#pragma once

#include "core/plan/launch_plan.h"
#include "core/plan/static_rows.h"

namespace batchscope {

/// What the sweeps hand on.
struct PlanDraft {
    const NetCode& code;
    const OpGraph& graph;
    const Schedule& schedule;
    const PlanOptions& options;
    LaunchPlan plan;
    StaticRows statics;
    std::uint32_t firstDynamic = 0; ///< rows below are static: room for as many as there may be
    std::uint32_t dynamicEnd = 0;
    std::vector<std::uint64_t> demand = {}; ///< by RowId
    /// Rows of one space that one batch makes: they follow one another.
    struct Run {
        std::uint32_t space = 0;
        RowId first = 0;
        std::uint32_t rows = 0;
    };
    std::vector<Run> runs = {};             ///< in order of creation
    std::vector<std::uint32_t> runsOf = {}; ///< by batch, + 1: entries into `runs`
    std::vector<RowId> staticsOf = {};      ///< by batch, + 1: static rows that no batch before read
};

/// Sweep 1: rows, their demand, and for each operand of each batch the rows it reads.
void findRows(PlanDraft& draft);
/// Sweep 2: classes of rows and their places in memory, copies of static rows.
void placeRows(PlanDraft& draft);
/// Sweep 3: products and kernels in order, with their bindings.
void launchAll(PlanDraft& draft);

} // namespace batchscope
