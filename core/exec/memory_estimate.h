// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimates the memory of a run from the graph before anything is allocated, so that a width with a zero too many is
// rejected at once instead of after minutes of filling weights. A run that shares equal rows takes less. The estimate
// is the sum of the following; state, plan and gradients count once for each run that is held:
//
//     parameters  Σ rows · columns; on the engine, twice for weights of products (packed copies)
//     state       Σ over nodes of their outputs; on the engine also products and rows of items, and a quarter more
//     plan        200 bytes per node and 24 per argument
//     gradients   when training: those of state and parameters (engine: twice the weights of products, no tables)
//     moments     when training: those of the optimizer
//     reference   parameters and outputs in float64
#pragma once

#include "core/base/result.h"
#include "core/exec/run_options.h"
#include "core/graph/op_graph.h"

#include <cstdint>

namespace batchscope {

enum class Moments { None, One, Two }; ///< numbers that an optimizer keeps per weight

struct PlannedRuns {
    Work work = Work::Inference;
    Reference reference = Reference::None;
    ExecutorKind executor = ExecutorKind::Engine;
    int runs = 1; ///< number of runs whose values are held at the same time
    Moments moments = Moments::None;
};

/// The estimate in bytes. O(nodes).
[[nodiscard]] std::uint64_t estimateMemory(const OpGraph& graph, const PlannedRuns& runs);

/// Config error if the runs take more than memoryLimit() (core/base/budget.h). The message says how much memory they
/// take, what the limit is, how to raise it and how to need less.
[[nodiscard]] Status checkMemory(const OpGraph& graph, const PlannedRuns& runs);
enum class Compared { No, WithRegular };
/// Checks the runs that `run` and the window make: one with these options and, if the arms are compared, a regular run.
[[nodiscard]] Status checkMemory(const OpGraph& graph, const RunOptions& options, Compared compared,
                                 Moments moments = Moments::None);

} // namespace batchscope
