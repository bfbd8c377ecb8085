// SPDX-License-Identifier: GPL-3.0-or-later
//
// What each batch did, from what an executor ran: launches, bytes and operands (core/trace/batch_execution.h). Made
// after the run, from the plan that it ran, and only where a run is recorded in full; costs O(nodes + arguments).
#pragma once

#include "core/exec/engine/product_tables.h"
#include "core/schedule/legacy_stacking.h"
#include "core/trace/trace.h"

namespace batchscope {

/// A finished forward pass of the engine.
struct RanLaunches {
    const OpGraph& graph;
    const NetCode& code;
    const LaunchPlan& plan;
    std::span<const TableUse> tables; ///< by product
};

/// Fills start, batches and operands. Bytes and launches of all add up to figuresOf() the plan, with the products that
/// tables had as copies.
void recordLaunches(const RanLaunches& ran, Trace& trace);
/// Adds the launches of the backward pass to the batches.
void recordBackward(const GradientPlan& plan, Trace& trace);

/// Calls that LibTorch's plain bodies make for one batch of the op: one for each operation of the body.
[[nodiscard]] std::size_t callsOf(const OpBody& body);
/// The same of a run of the plain bodies.
void recordCalls(const OpGraph& graph, const Schedule& schedule, const BatchPlan& plan, Stacking stacking,
                 Trace& trace);

} // namespace batchscope
