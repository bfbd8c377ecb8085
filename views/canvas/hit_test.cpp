// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/hit_test.h"

#include <algorithm>

namespace batchscope {

namespace {

/// The tree at a place of the source layout.
TreeId treeAt(const SceneModel& model, Point world) {
    const auto& boxes = model.treeBoxes();
    const auto found =
        std::find_if(boxes.begin(), boxes.end(), [world](const Box& box) { return box.contains(world); });
    return found == boxes.end() ? TreeId()
                                : model.snapshot().forest->treeIds[static_cast<std::size_t>(found - boxes.begin())];
}

NodeId nearestNode(const StoryState& state, Point world, float reach) {
    NodeId nearest;
    float best = std::max(reach, 0.5F);
    best *= best;
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
    hit.node = nearestNode(state, world, reach);
    if (hit.node.valid()) {
        return hit;
    }
    if (hasBlocks(state.stage)) {
        const auto& boxes = model.batchBoxes();
        const std::size_t shown = std::min(boxes.size(), state.finished + (state.active.valid() ? 1U : 0U));
        for (std::size_t step = 0; step < shown; ++step) {
            Box box = boxes[step]; // the label beside a block belongs to it
            box.x -= 0.3F;
            box.width += 0.6F + (model.storyboard() != nullptr ? 4.0F : 0.0F);
            if (box.contains(world)) {
                hit.batch = BatchId(step);
                return hit;
            }
        }
    }
    constexpr float kTwinSeen = 0.5F;
    if (state.stage <= StoryStage::Signatures && model.hasPicture()) {
        hit.tree = treeAt(model, world);
    } else if (state.folded > kTwinSeen) {
        const Point place = model.storyboard()->fromTwin(world);
        hit.node = nearestNode(model.twin(), place, reach / model.storyboard()->twinScale());
        hit.tree = hit.node.valid() ? TreeId() : treeAt(model, place);
    }
    return hit;
}

} // namespace batchscope
