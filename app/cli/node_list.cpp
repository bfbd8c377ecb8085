// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/node_list.h"

#include "core/base/text.h"
#include "core/session/node_search.h"
#include "core/session/tree_labels.h"
#include "core/shapes/node_label.h"
#include "core/shapes/shape.h"

#include <fmt/format.h>

#include <algorithm>

namespace batchscope {

namespace {

const std::vector<Column<NodeRow>> kListed = picked(nodeColumns(), {"node", "op", "level", "step", "row", "tree"});

} // namespace

Status checkNode(std::size_t node, const OpGraph& graph) {
    return node < graph.size()
               ? Status(Ok{})
               : Status(Error{ErrorCode::Config,
                              fmt::format("there is no node {}; the graph has nodes 0 to {}", node, graph.size() - 1)});
}

Result<std::vector<NodeId>> nodesWhere(const Snapshot& snapshot, const std::string& query, const RunControl& control) {
    const Result<TreeFilter> parsed = parseNodeQuery(query);
    TRY(parsed);
    return findNodes(snapshot, *parsed, control);
}

void printNodes(const Snapshot& snapshot, const std::vector<NodeId>& nodes) {
    std::vector<NodeRow> rows;
    rows.reserve(nodes.size());
    for (const NodeId node : nodes) {
        rows.push_back({&snapshot, node});
    }
    FigureTable table = tableOf<NodeRow>(kListed, rows);
    for (const char* const title : {"label", "place", "words"}) {
        table.columns.push_back({.title = title, .key = title, .align = Align::Left});
    }
    TreePlaces places(*snapshot.treebank, snapshot.config.graph);
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        const TreePlace place = places.of(*snapshot.graph, nodes[row]);
        for (const std::string& text : {place.label, place.place, place.words}) {
            table.rows[row].cells.push_back(textCell(text));
        }
    }
    fmt::print("\n{} of {} nodes; numbers count from 0\n{}", withThousands(nodes.size()),
               withThousands(snapshot.graph->size()), numberedFromZero(std::move(table)));
}

Json nodesJson(const Snapshot& snapshot, const std::vector<NodeId>& nodes) {
    Json list = Json::array();
    TreePlaces places(*snapshot.treebank, snapshot.config.graph);
    for (const NodeId node : nodes) {
        const Origin& origin = snapshot.graph->origins[node];
        const TreePlace place = places.of(*snapshot.graph, node);
        Json json = rowJson<NodeRow>(kListed, {&snapshot, node});
        json["tree_node"] = origin.treeNode.valid() ? Json(origin.treeNode.value) : Json(nullptr);
        json["label"] = place.label;
        json["place"] = place.place;
        json["words"] = place.words;
        list.push_back(std::move(json));
    }
    return list;
}

namespace {

constexpr std::size_t kMostWords = 12;

} // namespace

void TreePlaces::read(TreeId id) {
    const TreeHandle handle = m_bank.tree(id);
    const Tree& tree = *handle;
    const bool isChanged = !m_options.shape().isAsRead() && !tree.isDependency();
    m_tree = isChanged ? shaped(tree, m_options.shape()) : tree;
    m_id = id;
}

TreePlace TreePlaces::of(const OpGraph& graph, NodeId node) {
    TreePlace place = of(graph.origins[node]);
    if (const std::optional<ProgramCall> call = programCallOf(m_bank, graph, node)) {
        place.label = call->name;
        place.place = call->place;
    }
    return place;
}

TreePlace TreePlaces::of(const Origin& origin) {
    if (!origin.tree.valid() || !origin.treeNode.valid() || !m_bank.trees.contains(origin.tree)) {
        return {};
    }
    if (!m_id.valid() || m_id != origin.tree) {
        read(origin.tree);
    }
    if (origin.treeNode.index() >= m_tree.size()) {
        return {};
    }
    const std::string words = m_bank.vectors.width > 0 ? ""
                              : m_tree.isDependency()
                                  ? std::string(m_bank.words.text(m_tree.words[origin.treeNode.index()]))
                                  : wordsBelow(m_bank, m_tree, origin.treeNode, kMostWords);
    return {nodeLabel(m_tree, origin.treeNode, m_bank.labels), words, m_bank.place(origin.tree)};
}

} // namespace batchscope
