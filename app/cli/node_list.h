// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nodes of a run as a list, so that their numbers can be given to explain: op, words, place in the file, and the
// step and row that they got.
#pragma once

#include "app/cli/json.h"
#include "core/base/progress.h"
#include "core/nets/build_graph.h"
#include "core/schedule/schedule.h"
#include "core/trace/recorded_state.h"
#include "core/trace/run_report.h"
#include "core/trace/trace.h"

#include <string>

namespace batchscope {

struct ListedGraph {
    const Treebank& bank;
    const GraphOptions& options;
    const OpGraph& graph;
    const Schedule& schedule;
    const Trace& trace;
    const RecordedState& values;
    const RunReport& report;
};

/// A Config error with the range where there is no node of that number.
[[nodiscard]] Status checkNode(std::size_t node, const OpGraph& graph);

/// The nodes for which the query holds (core/session/node_search.h); empty: all of them.
/// Errors as parseNodeQuery and findNodes.
[[nodiscard]] Result<std::vector<NodeId>> nodesWhere(const ListedGraph& listed, const std::string& query,
                                                     const RunControl& control);
void printNodes(const ListedGraph& listed, const std::vector<NodeId>& nodes);
[[nodiscard]] Json nodesJson(const ListedGraph& listed, const std::vector<NodeId>& nodes);

} // namespace batchscope
