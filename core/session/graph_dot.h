// SPDX-License-Identifier: GPL-3.0-or-later
//
// The graph before and after folding as DOT, for Graphviz and whatever else reads it, so that a picture can be laid out
// or edited elsewhere. Pure text: no layout is computed here, and nothing is left out, however large the graph.
#pragma once

#include "core/base/progress.h"
#include "core/session/snapshot.h"

#include <string>

namespace batchscope {

/// More attributes for the nodes of each op, in DOT's own words: `fillcolor="#0b6fb8", shape=ellipse`. Ops beyond the
/// end have none.
using DotLooks = IdVector<OpId, std::string>;

/// One node a call, with its word, in one cluster a tree; edges from argument to consumer, so that `rankdir=BT` puts
/// leaves below. Needs treebank and graph. Cancelled error when stopped.
[[nodiscard]] Result<std::string> sourceGraphDot(const Snapshot& snapshot, const DotLooks& looks,
                                                 const RunControl& control);

/// One box a batch, `children ×7` over `[7, 300]`; one edge for the rows that a batch takes from another, with their
/// number, dashed where they are only viewed. Needs graph, schedule and plan. Cancelled error when stopped.
[[nodiscard]] Result<std::string> foldedGraphDot(const Snapshot& snapshot, const DotLooks& looks,
                                                 const RunControl& control);

} // namespace batchscope
