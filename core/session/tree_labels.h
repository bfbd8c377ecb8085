// SPDX-License-Identifier: GPL-3.0-or-later
//
// The annotations of a treebank at the nodes of its trees: constituents, classes, parts of speech, relations. Indexed
// by the nodes of the tree that the graph was built from (shownTree), so that the picture can show them in place.
#pragma once

#include "core/graph/op_graph.h"
#include "core/session/snapshot.h"
#include "core/treebank/treebank.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct NodeLabel {
    std::string label;    ///< constituent (a collapsed chain: `S+VP`) or class; empty for an introduced node
    std::string tag;      ///< part of speech, at nodes with a word
    std::string relation; ///< to the head, if the tree is shown as dependencies
};

/// The labels by TreeNodeId.
using TreeLabels = std::vector<NodeLabel>;

/// The words below a node of a shown tree, in the order of the sentence: the first `most`, and "…" if there are more.
[[nodiscard]] std::string wordsBelow(const Treebank& bank, const Tree& tree, TreeNodeId node, std::size_t most);

/// Needs snapshot.treebank. Empty for programs and trees that can no longer be read.
[[nodiscard]] TreeLabels treeLabels(const Snapshot& snapshot, TreeId id);

// The call in a program's file that a node was made from: its name and position. A program may hold a million calls, so
// only their positions are kept (Treebank::calls), and a name is read from the text when it is shown.

struct ProgramCall {
    std::string name;
    std::string place; ///< file:line:column of the bracket that opens the call; line and column count from 1
};

/// Empty for a net's graph. If equal calls became one node, the first of them; for a primitive, the call of its cell.
[[nodiscard]] std::optional<ProgramCall> programCallOf(const Treebank& bank, const OpGraph& graph, NodeId node);

} // namespace batchscope
