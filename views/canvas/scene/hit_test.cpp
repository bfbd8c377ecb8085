// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/hit_test.h"

#include <algorithm>

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

Hit hitTest(const SceneModel& model, const StoryState& state, Point world, float reach) {
    Hit hit;
    hit.node = nearestNode(state, world, std::max(reach, 0.5F));
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
        hit.node = nearestNode(model.twin(), place, reach / state.twin.scale);
        hit.tree = hit.node.valid() ? TreeId() : twinTreeAt(model, place);
    }
    return hit;
}

} // namespace batchscope
