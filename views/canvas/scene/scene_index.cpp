// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/scene_index.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace batchscope {

namespace {

Box around(Point point, float reach) {
    return {point.x - reach, point.y - reach, 2.0F * reach, 2.0F * reach};
}

/// From the node to the furthest of its arguments.
Box edgesOf(const SceneModel& model, const StoryState& state, NodeId node) {
    const Point own = state.nodes[node.index()];
    Point least = own;
    Point most = own;
    for (const Argument& argument : model.graph().argumentsOf(node)) {
        if (argument.isValue()) {
            const Point place = state.nodes[argument.node().index()];
            least = {std::min(least.x, place.x), std::min(least.y, place.y)};
            most = {std::max(most.x, place.x), std::max(most.y, place.y)};
        }
    }
    return {least.x, least.y, most.x - least.x, most.y - least.y};
}

bool treesStand(const StoryState& state) {
    constexpr float kMostly = 0.5F;
    return state.laned < kMostly;
}

/// Whether nodes that have neighboring numbers stand together; if not, those of neighboring rows do.
bool inTreeOrder(const SceneModel& model, const StoryState& state) {
    return model.schedule() == nullptr || treesStand(state);
}

template <typename Each>
void visit(const SceneModel& model, const StoryState& state, const BlockIndex& index, const Box& area,
           const Each& each) {
    if (inTreeOrder(model, state)) {
        index.candidates(area, [&](std::size_t position) { each(NodeId(position)); });
    } else {
        const auto& order = model.schedule()->nodes;
        index.candidates(area, [&](std::size_t position) { each(order[position]); });
    }
}

} // namespace

void SceneIndex::forget() {
    m_nodes.clear();
    m_edges.clear();
}

bool SceneIndex::knowsEdges(const StoryState& state) {
    return treesStand(state);
}

void SceneIndex::prepare(const SceneModel& model, const StoryState& state) {
    m_marks.resize((state.nodes.size() + kBits - 1) / kBits);
    if (m_nodes.size() == state.nodes.size()) {
        return;
    }
    const auto boxOf = [&](NodeId node) {
        const Point place = state.nodes[node.index()];
        return Box{place.x, place.y, 0.0F, 0.0F};
    };
    if (inTreeOrder(model, state)) {
        m_nodes.build(state.nodes.size(), [&](std::size_t position) { return boxOf(NodeId(position)); });
    } else {
        const auto& order = model.schedule()->nodes;
        m_nodes.build(state.nodes.size(), [&](std::size_t position) { return boxOf(order[position]); });
    }
}

/// The marked nodes, ascending; no mark is left.
void SceneIndex::takeMarked(std::vector<NodeId>& found) {
    found.clear();
    for (std::size_t word = 0; word < m_marks.size(); ++word) {
        for (std::uint64_t bits = std::exchange(m_marks[word], 0); bits != 0; bits &= bits - 1) {
            found.emplace_back(word * kBits + static_cast<std::size_t>(std::countr_zero(bits)));
        }
    }
}

void SceneIndex::nodesIn(const SceneModel& model, const StoryState& state, const Box& area,
                         std::vector<NodeId>& found) {
    prepare(model, state);
    visit(model, state, m_nodes, area, [&](NodeId node) {
        if (area.contains(state.nodes[node.index()])) {
            mark(node);
        }
    });
    takeMarked(found);
}

void SceneIndex::edgesIn(const SceneModel& model, const StoryState& state, const Box& area,
                         std::vector<NodeId>& found) {
    if (m_edges.size() != state.nodes.size()) {
        m_edges.build(state.nodes.size(),
                      [&](std::size_t position) { return edgesOf(model, state, NodeId(position)); });
    }
    found.clear();
    m_edges.candidates(area, [&](std::size_t position) { found.emplace_back(position); });
}

NodeId SceneIndex::nearest(const SceneModel& model, const StoryState& state, Point world, float reach) {
    prepare(model, state);
    NodeId nearest;
    float best = reach * reach;
    constexpr float kHair = 0.25F; // far from the origin a float is no more exact than this
    visit(model, state, m_nodes, around(world, reach + kHair), [&](NodeId node) {
        const float x = state.nodes[node.index()].x - world.x;
        const float y = state.nodes[node.index()].y - world.y;
        const float distance = x * x + y * y;
        if (distance < best || (distance == best && (!nearest.valid() || node > nearest))) {
            best = distance;
            nearest = node;
        }
    });
    return nearest;
}

} // namespace batchscope
