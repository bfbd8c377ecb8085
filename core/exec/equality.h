// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checks that folding does not change what a net computes. Two runs of one graph are compared over every output of
// every node, in topological order, with tolerances, because batched matrix products round differently from single
// ones.
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/exec/gradients.h"

namespace batchscope {

/// A run and what it ran: all that is needed to read its values.
struct PlacedRun {
    const Schedule& schedule;
    const BatchPlan& plan;
    const Execution& execution;

    /// Replaces `row` by the value, widened to double.
    void read(Value value, std::vector<double>& row) const { execution.state().read(schedule, plan, value, row); }
    [[nodiscard]] std::vector<double> row(Value value) const;
};

/// `reference` is the regular run. Tolerances: 1e-5 absolute and 1e-4 relative for float32, 1e-12 and 1e-9 for float64.
/// Cancelled when stopped.
[[nodiscard]] Result<EqualityReport> compareRuns(const OpGraph& graph, const PlacedRun& reference,
                                                 const PlacedRun& other, const RunControl& control);

/// The requested values only, in order of request: for runs whose graphs hold other nodes (merged ones, for example).
[[nodiscard]] EqualityReport compareRequested(const OpGraph& graph, const Execution& reference, const Execution& other);

/// A run and its gradients.
struct PlacedGradients {
    const Schedule& schedule;
    const BatchPlan& plan;
    const Gradients& gradients;

    /// Replaces `row` by ∂loss/∂value, widened to double.
    void read(Value value, std::vector<double>& row) const { gradients.state().read(schedule, plan, value, row); }
    [[nodiscard]] std::vector<double> row(Value value) const;
};

/// The same for gradients. Tolerance: for float32 1e-4, for float64 1e-9, of the largest entry; see GradientReport.
[[nodiscard]] Result<GradientReport> compareGradients(const OpGraph& graph, const PlacedGradients& reference,
                                                      const PlacedGradients& other, const RunControl& control);

/// Of the parameters only: for runs whose graphs hold other nodes.
[[nodiscard]] GradientReport compareParameterGradients(const OpSet& ops, const Gradients& reference,
                                                       const Gradients& other);

} // namespace batchscope
