// SPDX-License-Identifier: GPL-3.0-or-later
//
// Estimates the memory of a run from the graph before anything is allocated, so that a width with a zero too many is
// rejected at once instead of after minutes of filling weights. A run takes less where equal rows are shared. It is the
// sum of
//
//     parameters  Σ rows · columns, twice what products read (packed copies), three times with a float64 reference
//     state       Σ over nodes of what they make, products among it on the engine; a run beside another counts again
//     gradients   of training: those of the state and the parameters, and the moments of the optimizer
#pragma once

#include "core/base/result.h"
#include "core/exec/run_options.h"
#include "core/graph/op_graph.h"

#include <cstdint>

namespace batchscope {

enum class Moments { None, One, Two }; ///< numbers that an optimizer keeps for each weight

/// What will run.
struct PlannedRuns {
    Work work = Work::Inference;
    Reference reference = Reference::None;
    ExecutorKind executor = ExecutorKind::Engine;
    int runs = 1; ///< whose values are held at the same time
    Moments moments = Moments::None;
};

/// In bytes. O(nodes).
[[nodiscard]] std::uint64_t estimateMemory(const OpGraph& graph, const PlannedRuns& runs);

/// Config error when the runs take more than memoryLimit() (core/base/budget.h): what they take, what the limit is, how
/// to raise it and how to need less.
[[nodiscard]] Status checkMemory(const OpGraph& graph, const PlannedRuns& runs);
/// The same for what `run` and the window do: a run with these options, and the regular one where they are compared.
enum class Compared { No, WithRegular };
[[nodiscard]] Status checkMemory(const OpGraph& graph, const RunOptions& options, Compared compared,
                                 Moments moments = Moments::None);

} // namespace batchscope
