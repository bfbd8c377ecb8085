// SPDX-License-Identifier: GPL-3.0-or-later
//
// What would help: every change of one choice (another policy, merging, granularity, tree order…) is tried at once, on
// the same trees. Of two nodes that are apart those are listed that bring them into one batch, else those that need
// fewer batches, best first. Batches are counted, not estimated; nothing is run, so times are not known here.
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

/// What became of the pair.
enum class PairAfter : std::uint8_t {
    Together, ///< rows of one batch
    OneNode,  ///< they have become the same call
    Apart,
    Gone, ///< at least one has no counterpart in that graph
};

struct Remedy {
    std::string choice; ///< SessionChoice::id
    std::string value;  ///< its name; with `choice` what a front end applies
    std::string option; ///< of the command line, "--policy agenda"
    std::string text;   ///< a sentence or two
    std::optional<PairAfter> pair;
    std::size_t nodes = 0;
    std::size_t batches = 0;
    bool changesResults = false; ///< the net then computes something else
};

struct Remedies {
    std::size_t batches = 0; ///< as things are
    std::size_t tried = 0;   ///< changes that make a schedule, whether they help or not
    /// Those that help: first what brings the pair together, then what keeps the results, then by batches.
    std::vector<Remedy> helping;
    std::string verdict; ///< a sentence where none helps; else empty
};

/// Where things stand, of which one choice is changed at a time.
struct PresentChoice {
    const Treebank& bank;
    const SessionConfig& config; ///< graph, policy and row order count
    const OpGraph& graph;
    const Schedule& schedule;
};

/// Tries all policies that are quick on the graph (Policy::joinsAll) except node by node, and all values of choices
/// about the graph and the trees. Values that cannot be applied to these trees are
/// passed over. Time: a graph and a schedule for each. Cancelled.
[[nodiscard]] Result<Remedies> tryRemedies(const PresentChoice& present, const std::optional<NodePair>& pair,
                                           const RunControl& control);

/// The config with the remedy applied; none where it cannot be applied to this config.
[[nodiscard]] std::optional<SessionConfig> changedBy(const Remedy& remedy, SessionConfig config);

} // namespace batchscope
