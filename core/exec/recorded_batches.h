// SPDX-License-Identifier: GPL-3.0-or-later
//
// The views of the batches (core/trace/batch_view.h), made from what an executor runs: its plan, and after a run what
// that run added to it. Costs O(nodes + arguments), so only runs that are recorded in full have them.
#pragma once

#include "core/exec/engine/product_tables.h"
#include "core/schedule/legacy_stacking.h"
#include "core/trace/batch_view.h"

namespace batchscope {

/// A forward pass of the engine.
struct EngineLaunches {
    const OpGraph& graph;
    const NetCode& code;
    const LaunchPlan& plan;
    std::span<const TableUse> tables; ///< by product
};

/// Bytes and launches of all add up to figuresOf() the plan, with the products that tables had as copies.
[[nodiscard]] BatchViews viewsOf(const EngineLaunches& launches);

/// Calls that LibTorch's plain bodies make for one batch of the op: one for each operation of the body.
[[nodiscard]] std::size_t callsOf(const OpBody& body);
/// What the plain bodies do for each batch.
[[nodiscard]] BatchViews viewsOfCalls(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                      Stacking stacking);

} // namespace batchscope
