// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/reach.h"

#include <unordered_set>

namespace batchscope {

namespace {

struct IdHash {
    std::size_t operator()(NodeId node) const { return node.value; }
};

/// Breadth first, so that what is cut is what is far. `neighbours(node, take)` calls take for each next node.
template <typename Neighbours, typename AddEdge>
std::vector<NodeId> walkFrom(NodeId start, const Neighbours& neighbours, const AddEdge& addEdge, bool& cut) {
    std::vector<NodeId> found;
    std::unordered_set<NodeId, IdHash> seen{start};
    std::vector<NodeId> rim{start};
    for (std::uint32_t distance = 1; !rim.empty(); ++distance) {
        std::vector<NodeId> further;
        for (const NodeId node : rim) {
            neighbours(node, [&](NodeId next) {
                const bool isNew = !seen.contains(next);
                if (isNew && found.size() == Reach::kMost) {
                    cut = true;
                    return;
                }
                addEdge(node, next, distance);
                if (isNew) {
                    seen.insert(next);
                    found.push_back(next);
                    further.push_back(next);
                }
            });
        }
        rim = std::move(further);
    }
    return found;
}

} // namespace

Reach reachOf(const SceneModel& model, NodeId node) {
    Reach reach;
    reach.of = node;
    const OpGraph& graph = model.graph();
    reach.producers = walkFrom(
        node,
        [&](NodeId from, const auto& take) {
            NodeId previous;
            for (const Argument& argument : graph.argumentsOf(from)) {
                if (argument.isValue() && argument.node() != previous) {
                    previous = argument.node();
                    take(previous);
                }
            }
        },
        [&](NodeId from, NodeId next, std::uint32_t distance) {
            reach.edges.push_back({next, from, distance});
        },
        reach.cut);
    reach.consumers = walkFrom(
        node,
        [&](NodeId from, const auto& take) {
            NodeId previous;
            for (const NodeId user : model.users(from)) {
                if (user != previous) {
                    previous = user;
                    take(user);
                }
            }
        },
        [&](NodeId from, NodeId next, std::uint32_t distance) {
            reach.edges.push_back({from, next, distance});
        },
        reach.cut);
    return reach;
}

} // namespace batchscope
