// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/hit_test.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace batchscope {

namespace {

/// The tree at a point of the source layout.
TreeId treeAt(const SceneModel& model, Point world) {
    TreeId found;
    const auto& boxes = model.treeBoxes();
    model.treeIndex().candidates({world.x, world.y, 0.0F, 0.0F}, [&](std::size_t tree) {
        if (!found.valid() && boxes[tree].contains(world)) {
            found = model.snapshot().forest->treeIds[tree];
        }
    });
    return found;
}

/// The tree at a point among the few small trees beside the lanes, or beside the folded graph, where they are placed as
/// in the source.
TreeId twinTreeAt(const SceneModel& model, Point place) {
    if (!model.storyboard()->keepsSource()) {
        return treeAt(model, place);
    }
    const auto& boxes = model.storyboard()->twinTrees();
    const auto found =
        std::find_if(boxes.begin(), boxes.end(), [place](const Box& box) { return box.contains(place); });
    return found == boxes.end() ? TreeId()
                                : model.snapshot().forest->treeIds[static_cast<std::size_t>(found - boxes.begin())];
}

NodeId nearestNode(const StoryState& state, Point world, float reach) {
    NodeId nearest;
    float best = reach * reach;
    for (std::size_t index = 0; index < state.nodes.size(); ++index) {
        const float x = state.nodes[index].x - world.x;
        const float y = state.nodes[index].y - world.y;
        const float distance = x * x + y * y;
        if (distance <= best) {
            best = distance;
            nearest = NodeId(index);
        }
    }
    return nearest;
}

} // namespace

Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach, SceneIndex* index,
            SceneIndex* twinIndex) {
    Hit hit;
    const float least = std::max(reach, 0.5F);
    hit.node = index != nullptr ? index->nearest(model, state, world, least) : nearestNode(state, world, least);
    if (hit.node.valid()) {
        return hit;
    }
    if (hasBlocks(state.stage) && state.closeUp < 1.0F) {
        const auto& boxes = model.batchBoxes();
        const std::size_t shown = std::min(boxes.size(), state.finished + (state.active.valid() ? 1U : 0U));
        constexpr float kBefore = 0.3F;
        constexpr float kLabel = 4.3F; // the label beside a block belongs to it
        model.batchIndex().candidates({world.x - kLabel, world.y, kLabel + kBefore, 0.0F}, [&](std::size_t step) {
            const Box& box = boxes[step];
            if (step < shown && !hit.batch.valid() &&
                Box{box.x - kBefore, box.y, box.width + kBefore + kLabel, box.height}.contains(world)) {
                hit.batch = BatchId(step);
            }
        });
        if (hit.batch.valid()) {
            return hit;
        }
    }
    constexpr float kTwinSeen = 0.5F;
    if (state.stage <= StoryStage::Signatures && model.hasPicture()) {
        hit.tree = treeAt(model, world);
    } else if (state.closeUp >= 1.0F) {
        hit.tree = twinTreeAt(model, world);
    } else if (state.twin.shown > kTwinSeen) {
        const Point place = state.twin.inside(world);
        const float away = reach / state.twin.scale;
        hit.node = twinIndex != nullptr ? twinIndex->nearest(model, model.twin(), place, away)
                                        : nearestNode(model.twin(), place, away);
        hit.tree = hit.node.valid() ? TreeId() : twinTreeAt(model, place);
    }
    return hit;
}

namespace {

Box around(Point point, float reach) {
    return {point.x - reach, point.y - reach, 2.0F * reach, 2.0F * reach};
}

/// The box around the node and its arguments.
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

/// True if nodes with neighboring ids are near each other; otherwise, nodes in neighboring rows of the schedule are.
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

/// Moves the marked nodes to `found`, ascending, and clears all marks.
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
    constexpr float kHair = 0.25F; // far from the origin, a float is no more precise than this
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
