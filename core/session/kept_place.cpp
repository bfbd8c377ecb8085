// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/kept_place.h"

#include "core/session/counterpart.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Whether the numbers of tree nodes name the same places of the same files.
bool hasSameTreeNodes(const SessionConfig& before, const SessionConfig& after) {
    return before.files == after.files && before.read == after.read && before.graph.shape() == after.graph.shape();
}

/// Whether both configs make the same nodes of a file that has not changed. Widths do not count.
bool choosesTheSame(const SessionConfig& before, const SessionConfig& after) {
    GraphOptions options = before.graph;
    options.dim = after.graph.dim;
    options.dtype = after.graph.dtype;
    return before.files == after.files && before.read == after.read && options == after.graph;
}

bool isSameNode(const OpGraph& before, const OpGraph& after, NodeId node) {
    if (!node.valid() || node.index() >= before.size() || node.index() >= after.size()) {
        return false;
    }
    const Origin& was = before.origins[node];
    const Origin& is = after.origins[node];
    return before.ops.ops[before.nodeOps[node]].name == after.ops.ops[after.nodeOps[node]].name &&
           was.tree == is.tree && was.treeNode == is.treeNode;
}

/// The batch that consists of the same nodes; invalid when there is none.
BatchId sameBatch(const Snapshot& snapshot, const KeptPlace& before) {
    if (!before.focus.batch.valid() || before.focus.batch.index() >= before.schedule->batchCount()) {
        return {};
    }
    const auto nodes = before.schedule->batch(before.focus.batch);
    if (!isSameNode(*before.graph, *snapshot.graph, nodes.front())) {
        return {};
    }
    const Schedule& schedule = *snapshot.schedule;
    const BatchId batch = schedule.places[nodes.front()].batch;
    const bool isSame =
        schedule.batchSize(batch) == nodes.size() && std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
            return isSameNode(*before.graph, *snapshot.graph, node) && schedule.places[node].batch == batch;
        });
    return isSame ? batch : BatchId();
}

/// In a graph of other trees, ops or nodes: the counterpart of the node, else its tree as far as that is shown.
Focus focusInOther(const Snapshot& snapshot, const KeptPlace& before) {
    const OpGraph& graph = *snapshot.graph;
    if (hasSameTreeNodes(before.config, snapshot.config)) {
        if (const NodeId node = counterpart(*before.graph, graph, before.focus.node); node.valid()) {
            return {node, snapshot.schedule->places[node].batch, graph.origins[node].tree,
                    counterpart(*before.graph, graph, before.focus.second)};
        }
    }
    const TreeId tree = before.focus.tree;
    const bool isShown = tree.valid() && std::any_of(graph.origins.begin(), graph.origins.end(),
                                                     [tree](const Origin& origin) { return origin.tree == tree; });
    return {{}, {}, isShown ? tree : TreeId()};
}

Focus focusIn(const Snapshot& snapshot, const KeptPlace& before) {
    const Focus& focus = before.focus;
    if (isSameNode(*before.graph, *snapshot.graph, focus.node)) {
        const bool keepsSecond = isSameNode(*before.graph, *snapshot.graph, focus.second);
        return {focus.node, snapshot.schedule->places[focus.node].batch, snapshot.graph->origins[focus.node].tree,
                keepsSecond ? focus.second : NodeId()};
    }
    if (const BatchId batch = sameBatch(snapshot, before); batch.valid() && !focus.node.valid()) {
        return {{}, batch, {}};
    }
    const bool hasTree =
        focus.tree.valid() && snapshot.treebank && focus.tree.index() < snapshot.treebank->trees.size();
    return {{}, {}, hasTree ? focus.tree : TreeId()};
}

} // namespace

FoundPlace placeIn(const Snapshot& snapshot, const KeptPlace& before) {
    if (!before.schedule) {
        return {};
    }
    if (snapshot.schedule == before.schedule) { // only the places have changed
        return {std::min(before.time, snapshot.storyboard->end()), before.focus};
    }
    if (before.config.files != snapshot.config.files) {
        return {};
    }
    if (snapshot.graph != before.graph && !choosesTheSame(before.config, snapshot.config)) {
        return {correspondingTime(*snapshot.storyboard, before.schedule->batchCount(), before.time, Keep::Share),
                focusInOther(snapshot, before)};
    }
    const Keep keep = snapshot.config.policy == before.config.policy ? Keep::Step : Keep::Share;
    return {correspondingTime(*snapshot.storyboard, before.schedule->batchCount(), before.time, keep),
            focusIn(snapshot, before)};
}

} // namespace batchscope
