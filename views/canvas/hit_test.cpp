// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/hit_test.h"

#include <algorithm>

namespace batchscope {

namespace {

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
    if (state.stage == StoryStage::Batches || state.stage == StoryStage::Folded) {
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
    if (state.stage == StoryStage::Source && model.hasPicture()) {
        const auto& boxes = model.treeBoxes();
        for (std::size_t tree = 0; tree < boxes.size(); ++tree) {
            if (boxes[tree].contains(world)) {
                hit.tree = model.snapshot().forest->treeIds[tree];
                return hit;
            }
        }
    }
    return hit;
}

} // namespace batchscope
