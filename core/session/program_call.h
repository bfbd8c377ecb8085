// SPDX-License-Identifier: GPL-3.0-or-later
//
// The call of a program's file that a node stands for: its name and its place. A program may hold a million calls, so
// only their places are kept (Treebank::calls), and a name is read from the text when it is shown.
#pragma once

#include "core/graph/op_graph.h"
#include "core/treebank/treebank.h"

#include <optional>
#include <string>

namespace batchscope {

struct ProgramCall {
    std::string name;
    std::string place; ///< file:line:column, both from 1, of the bracket that opens the call
};

/// Nothing for the graph of a net. Of equal calls that are one node, the first; of a primitive, the call of its cell.
[[nodiscard]] std::optional<ProgramCall> programCallOf(const Treebank& bank, const OpGraph& graph, NodeId node);

} // namespace batchscope
