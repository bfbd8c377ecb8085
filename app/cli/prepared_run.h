// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the command line to what a run needs: trees, graph and weights, for every command that runs.
#pragma once

#include "app/cli/options.h"
#include "app/cli/parameters.h"
#include "core/base/progress.h"
#include "core/exec/runner.h"
#include "core/nets/build_graph.h"
#include "core/trace/phase_seconds.h"

namespace batchscope {

/// What the arms need, from the command line and the trees.
struct PreparedRun {
    Treebank bank;
    GraphOptions options; ///< that fit the trees
    OpGraph graph;
    ArmParameters parameters;
    PhaseSeconds construction;
};

/// Reads, builds, checks memory and labels, and sets the number of threads. Notes go to stderr, also
/// of what --inject puts where nothing reads it.
[[nodiscard]] Result<PreparedRun> prepareRun(const CliOptions& options, const RunControl& control);

} // namespace batchscope
