// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/graph_walk.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Producers of a node, in argument order, each once.
std::vector<NodeId> producers(const OpGraph& graph, NodeId node) {
    std::vector<NodeId> result;
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue() && std::find(result.begin(), result.end(), argument.node()) == result.end()) {
            result.push_back(argument.node());
        }
    }
    return result;
}

NodeId levelNeighbour(const OpGraph& graph, NodeId from, std::ptrdiff_t step) {
    auto index = static_cast<std::ptrdiff_t>(from.index()) + step;
    while (index >= 0 && index < static_cast<std::ptrdiff_t>(graph.size())) {
        const NodeId node(static_cast<std::size_t>(index));
        if (graph.levels[node] == graph.levels[from]) {
            return node;
        }
        index += step;
    }
    return from;
}

} // namespace

NodeId walked(const SceneModel& model, NodeId from, WalkDirection direction) {
    const OpGraph& graph = model.graph();
    const auto users = model.users(from);
    if (direction == WalkDirection::Consumer) {
        return users.empty() ? from : users.front();
    }
    if (direction == WalkDirection::Argument) {
        const std::vector<NodeId> arguments = producers(graph, from);
        return arguments.empty() ? from : arguments.front();
    }
    const std::ptrdiff_t step = direction == WalkDirection::Next ? 1 : -1;
    if (!users.empty()) {
        const std::vector<NodeId> siblings = producers(graph, users.front());
        const auto own = std::find(siblings.begin(), siblings.end(), from);
        const std::ptrdiff_t target = (own - siblings.begin()) + step;
        if (target >= 0 && target < static_cast<std::ptrdiff_t>(siblings.size())) {
            return siblings[static_cast<std::size_t>(target)];
        }
    }
    return levelNeighbour(graph, from, step);
}

} // namespace batchscope
