// SPDX-License-Identifier: GPL-3.0-or-later
//
// Faults that batching libraries have really had, made on purpose in the folded run only, so that one can see how a
// divergence looks and how it is found: rows that are mixed up, an argument that is lost (TorchFold drops children
// where arities differ), a value that is not fetched anew for each row (TorchFold's nobatch), the wrong part of an
// output with several (TorchFold's chunk).
//
// A fault changes arguments of one batch, and nothing else: the schedule stays what it is, and every argument still
// comes from an earlier batch.
#pragma once

#include "core/base/result.h"
#include "core/graph/op_graph.h"
#include "core/schedule/schedule.h"
#include "core/trace/rehearsed_fault.h"

#include <span>
#include <string_view>

namespace batchscope {

/// none, swap-rows, drop-argument, stale-value, wrong-chunk: in the order of the enumerators.
[[nodiscard]] std::span<const std::string_view> faultNames();
[[nodiscard]] Result<Fault> parseFault(std::string_view name);

struct SpoiledGraph {
    OpGraph graph;
    RehearsedFault fault;
};

/// The graph with the fault, in the first batch that has a place for it. A Config error where none has.
[[nodiscard]] Result<SpoiledGraph> spoiled(const OpGraph& graph, const Schedule& schedule, Fault fault);

} // namespace batchscope
