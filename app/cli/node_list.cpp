// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/node_list.h"

#include "app/cli/lent.h"
#include "app/cli/tree_place.h"
#include "core/base/text.h"
#include "core/session/node_search.h"

#include <fmt/format.h>

#include <numeric>

namespace batchscope {

namespace {

std::string treeText(const Origin& origin) {
    return origin.tree.valid() ? std::to_string(origin.tree.value) : "-";
}

} // namespace

Status checkNode(std::size_t node, const OpGraph& graph) {
    return node < graph.size()
               ? Status(Ok{})
               : Status(Error{ErrorCode::Config,
                              fmt::format("there is no node {}; the graph has nodes 0 to {}", node, graph.size() - 1)});
}

Result<std::vector<NodeId>> nodesWhere(const ListedGraph& listed, const std::string& query, const RunControl& control) {
    const Result<TreeFilter> parsed = parseNodeQuery(query);
    TRY(parsed);
    Snapshot snapshot;
    snapshot.config.graph = listed.options;
    snapshot.treebank = lent(listed.bank);
    snapshot.graph = lent(listed.graph);
    snapshot.schedule = lent(listed.schedule);
    snapshot.trace = lent(listed.trace);
    snapshot.recorded = lent(listed.values);
    snapshot.report = lent(listed.report);
    return findNodes(snapshot, *parsed, control);
}

void printNodes(const ListedGraph& listed, const std::vector<NodeId>& nodes) {
    TextTable table({{"node"},
                     {"op", Align::Left},
                     {"level"},
                     {"step"},
                     {"row"},
                     {"tree"},
                     {"label", Align::Left},
                     {"place", Align::Left},
                     {"words", Align::Left}});
    TreePlaces places(listed.bank, listed.options);
    for (const NodeId node : nodes) {
        const Origin& origin = listed.graph.origins[node];
        const TreePlace place = places.of(listed.graph, node);
        const Place& scheduled = listed.schedule.places[node];
        table.add({std::to_string(node.value), listed.graph.opOf(node).name, std::to_string(listed.graph.levels[node]),
                   std::to_string(scheduled.batch.value), std::to_string(scheduled.row), treeText(origin), place.label,
                   place.place, place.words});
    }
    fmt::print("\n{} of {} nodes; numbers count from 0\n{}", withThousands(nodes.size()),
               withThousands(listed.graph.size()), table.text());
}

Json nodesJson(const ListedGraph& listed, const std::vector<NodeId>& nodes) {
    Json list = Json::array();
    TreePlaces places(listed.bank, listed.options);
    for (const NodeId node : nodes) {
        const Origin& origin = listed.graph.origins[node];
        const TreePlace place = places.of(listed.graph, node);
        const Place& scheduled = listed.schedule.places[node];
        list.push_back({{"node", node.value},
                        {"op", listed.graph.opOf(node).name},
                        {"level", listed.graph.levels[node]},
                        {"step", scheduled.batch.value},
                        {"row", scheduled.row},
                        {"tree", origin.tree.valid() ? Json(origin.tree.value) : Json(nullptr)},
                        {"tree_node", origin.treeNode.valid() ? Json(origin.treeNode.value) : Json(nullptr)},
                        {"label", place.label},
                        {"place", place.place},
                        {"words", place.words}});
    }
    return list;
}

} // namespace batchscope
