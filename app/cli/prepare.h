// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the command line to what commands work on: the module of --model, trees, graph, weights, and the policy.
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

/// Loads the module that `graph` names, and says on stderr which of its methods batch. Anything else
/// stays as it is.
[[nodiscard]] Status openModule(GraphOptions& graph, const RunControl& control);

/// Prints each diagnostic and their count to stderr. A bad tree is an error only with --strict, a file that ends early
/// unless --allow-partial.
[[nodiscard]] Status reportDiagnostics(const CliOptions& options, const Treebank& bank);

/// Reads the files, as reportDiagnostics. An
/// option without effect on what was read (applies.h), or one that would overwrite an input file, is always an error.
[[nodiscard]] Result<Treebank> openTreebank(const CliOptions& options, const RunControl& control);

/// The graph options for these trees. What was not asked for fits them, as in the window (core/session/suggestion.h):
/// without --binarize they are binarized where the net takes them only so, and without --model either, it may be
/// another net.
[[nodiscard]] GraphOptions fittedOptions(const CliOptions& options, const Treebank& bank);
/// The same, but reports on stderr which options were changed to fit the trees.
[[nodiscard]] GraphOptions fittedOptionsWithNote(const CliOptions& options, const Treebank& bank);

/// The weights of a run: random or from the file of --weights, the same for both arms, with the numbers that --inject
/// puts into them.
struct ArmParameters {
    Parameters folded;
    std::optional<Parameters> regular; ///< none: the same

    [[nodiscard]] const Parameters* ofRegular() const { return regular ? &*regular : nullptr; }
};

/// Errors of makeWeights (core/exchange/weights.h). Config errors: an injection that names no weight; one into the
/// regular arm without --check, which does not run it; one into a single arm with --reference, which compares both with
/// the same weights in float64.
[[nodiscard]] Result<ArmParameters> makeParameters(const CliOptions& options, const OpSet& ops,
                                                   const RunControl& control);

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

/// The policies of a command, and what keeps those that are not in the list of all.
struct ChosenPolicies {
    std::vector<const Policy*> all;
    std::unique_ptr<GivenPolicy> given; ///< of --schedule
    std::unique_ptr<Policy> learned;    ///< that follows `table`
    LearnedTable table;                 ///< of --table, or trained where it is to be saved

    [[nodiscard]] const Policy& only() const { return *all.front(); }
};

/// The policies of --policy, with the table of --table or one that is trained to be saved, and the schedule of
/// --schedule, named after its file: last, or alone where --policy was not given. Errors: of the names; no policy is
/// `learned`; of the files, a schedule for another graph with file:line:column.
[[nodiscard]] Result<ChosenPolicies> choosePolicies(const CliOptions& options, const OpGraph& graph,
                                                    const RunControl& control);

} // namespace batchscope
