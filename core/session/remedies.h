// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tries every change of one choice (another policy, merging, granularity, tree order…) on the same trees. For two nodes
// in different batches, it lists the changes that bring them into one batch; otherwise, those that need fewer batches,
// the best first. Batches are counted, not estimated. Nothing is run, so times are not known here.
#pragma once

#include "core/base/progress.h"
#include "core/session/session_config.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct NodePair {
    NodeId a;
    NodeId b;
};

/// The pair of nodes after the change.
enum class PairAfter : std::uint8_t {
    Together, ///< rows of one batch
    OneNode,  ///< the nodes have become the same call
    Apart,
    Gone, ///< at least one node has no counterpart in the new graph
};

struct Remedy {
    std::string choice; ///< SessionChoice::id
    std::string value;  ///< name of the value; a front end applies it to `choice`
    std::string option; ///< the command-line option, "--policy agenda"
    std::string text;   ///< a sentence or two
    std::optional<PairAfter> pair;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    bool changesResults = false; ///< the net then computes different results
};

struct Remedies {
    std::size_t batches = 0; ///< with the present choices
    std::size_t tried = 0;   ///< changes that make a schedule, even if they do not help
    /// The changes that help: first those that bring the pair together, then those that keep results, then by batches.
    std::vector<Remedy> helping;
    std::string verdict; ///< a sentence if no change helps; otherwise empty
};

/// The present state; each trial changes one choice of it.
struct PresentChoice {
    const Treebank& bank;
    const SessionConfig& config; ///< graph, policy and row order matter
    const OpGraph& graph;
    const Schedule& schedule;
};

/// Tries all policies that are quick on the graph (Policy::joinsAll) except node by node, and all values of choices
/// about the graph and the trees. Skips values that cannot be applied to these trees. Time: a graph and a schedule for
/// each value. Can be cancelled.
[[nodiscard]] Result<Remedies> tryRemedies(const PresentChoice& present, const std::optional<NodePair>& pair,
                                           const RunControl& control);

/// The config with the remedy applied; empty if it cannot be applied to this config.
[[nodiscard]] std::optional<SessionConfig> changedBy(const Remedy& remedy, SessionConfig config);

} // namespace batchscope
