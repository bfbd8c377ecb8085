// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the owners of a treebank wrote at the nodes of their trees: constituents, classes, parts of speech, relations.
// By node of the tree as the graph was built from it (shownTree), so that the picture can show them where they belong.
#pragma once

#include "core/graph/op_graph.h"
#include "core/session/snapshot.h"
#include "core/treebank/treebank.h"

#include <optional>
#include <string>
#include <vector>

namespace batchscope {

struct NodeLabel {
    std::string label;    ///< constituent (a collapsed chain: `S+VP`) or class; of an introduced node empty
    std::string tag;      ///< part of speech, at nodes with a word
    std::string relation; ///< to the head, where the tree is shown as its dependencies
};

/// By TreeNodeId.
using TreeLabels = std::vector<NodeLabel>;

/// The words below a node of a shown tree, in the order of the sentence: the first `most`, and "…" if there are more.
[[nodiscard]] std::string wordsBelow(const Treebank& bank, const Tree& tree, TreeNodeId node, std::size_t most);

/// Needs snapshot.treebank. Empty for programs and trees that can no longer be read.
[[nodiscard]] TreeLabels treeLabels(const Snapshot& snapshot, TreeId id);

// The call of a program's file that a node stands for: its name and its place. A program may hold a million calls, so
// only their places are kept (Treebank::calls), and a name is read from the text when it is shown.

struct ProgramCall {
    std::string name;
    std::string place; ///< file:line:column, both from 1, of the bracket that opens the call
};

/// Nothing for the graph of a net. Of equal calls that are one node, the first; of a primitive, the call of its cell.
[[nodiscard]] std::optional<ProgramCall> programCallOf(const Treebank& bank, const OpGraph& graph, NodeId node);

} // namespace batchscope
