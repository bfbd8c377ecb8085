// SPDX-License-Identifier: GPL-3.0-or-later
//
// Makes the views of the batches (core/trace/batch_view.h) from an executor's plan and, for the engine, from its use of
// product tables. Costs O(nodes + arguments), so only runs that are recorded in full have views.
#pragma once

#include "core/exec/engine/product_tables.h"
#include "core/schedule/legacy_stacking.h"
#include "core/trace/batch_view.h"

namespace batchscope {

/// A forward pass of the engine, finished or only planned.
struct EngineLaunches {
    const OpGraph& graph;
    const NetCode& code;
    const LaunchPlan& plan;
    std::span<const TableUse> tables; ///< by product
};

/// The work of the engine for each batch and, if it copies rows for all batches first, for that start. Bytes and
/// launches add up to figuresOf(plan), where products taken from tables count as copies.
[[nodiscard]] BatchViews viewsOf(const EngineLaunches& launches);

/// The number of LibTorch calls that a plain body makes per batch: one for each value that is not an argument.
[[nodiscard]] std::size_t callsOf(const OpBody& body);
/// The work of the interpreter, which runs the plain bodies, for each batch.
[[nodiscard]] BatchViews viewsOfCalls(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan,
                                      Stacking stacking);

} // namespace batchscope
