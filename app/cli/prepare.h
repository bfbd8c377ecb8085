// SPDX-License-Identifier: GPL-3.0-or-later
//
// Prepares what the commands work on: the module of --model, the trees, the graph, the weights, and the policy.
#pragma once

#include "app/cli/options.h"
#include "core/base/progress.h"
#include "core/exec/parameters.h"
#include "core/nets/build_graph.h"
#include "core/schedule/given_schedule.h"
#include "core/schedule/policy_learned.h"
#include "core/trace/phase_seconds.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace batchscope {

/// Loads the module that `graph` names, if any, and reports on stderr which of its methods batch.
[[nodiscard]] Status openModule(GraphOptions& graph, const RunControl& control);

/// Prints each diagnostic and the number of bad trees to stderr. Parse error for a bad tree with --strict, and for a
/// file that ends early without --allow-partial.
[[nodiscard]] Status reportDiagnostics(const CliOptions& options, const Treebank& bank);

/// Reads the files and reports their diagnostics. An option without effect on these trees, or an output
/// that would overwrite an input, is always an error.
[[nodiscard]] Result<Treebank> openTreebank(const CliOptions& options, const RunControl& control);

/// The graph options to use for these trees. Options that were not given are adapted, as in the window
/// (core/session/suggestion.h): without --binarize, the trees are binarized if the net cannot take them otherwise; if
/// --model is not given either, another net may be chosen.
[[nodiscard]] GraphOptions fittedOptions(const CliOptions& options, const Treebank& bank);
/// Like fittedOptions(), but reports on stderr which options were changed to fit the trees.
[[nodiscard]] GraphOptions fittedOptionsWithNote(const CliOptions& options, const Treebank& bank);

/// The weights of a run: random or from the file of --weights, then changed by --inject. Both arms use the same weights
/// unless an injection names a single arm.
struct ArmParameters {
    Parameters folded;
    std::optional<Parameters> regular; ///< none: both arms use `folded`

    [[nodiscard]] const Parameters* ofRegular() const { return regular ? &*regular : nullptr; }
};

/// Fails like makeWeights (core/exchange/weights.h). Config error if an injection names no weight; if it is for the
/// regular arm without --check, which alone runs that arm; or if it is for a single arm with --reference, which
/// compares both arms on the same weights in float64.
[[nodiscard]] Result<ArmParameters> makeParameters(const CliOptions& options, const OpSet& ops,
                                                   const RunControl& control);

/// The inputs of the arms, from the command line and the trees.
struct PreparedRun {
    Treebank bank;
    GraphOptions options; ///< adapted to the trees
    OpGraph graph;
    ArmParameters parameters;
    PhaseSeconds construction;
};

/// Reads the trees, builds the graph, checks memory and labels, and sets the number of threads. Notes go to stderr.
[[nodiscard]] Result<PreparedRun> prepareRun(const CliOptions& options, const RunControl& control);

/// The policies of a command. Owns the policies that are not built in.
struct ChosenPolicies {
    std::vector<const Policy*> all;
    std::unique_ptr<GivenPolicy> given; ///< follows the schedule of --schedule
    std::unique_ptr<Policy> learned;    ///< follows `table`
    LearnedTable table;                 ///< from --table, or trained to be saved

    [[nodiscard]] const Policy& only() const { return *all.front(); }
};

/// The policies of --policy; `learned` follows the table of --table, or a table trained to be saved. The schedule of
/// --schedule, named after its file, comes last, or alone if --policy is not given. Fails if a name is unknown, if a
/// table option is given but no policy is `learned`, or if a file cannot be read; a schedule for another graph is an
/// error with file:line:column.
[[nodiscard]] Result<ChosenPolicies> choosePolicies(const CliOptions& options, const OpGraph& graph,
                                                    const RunControl& control);

} // namespace batchscope
