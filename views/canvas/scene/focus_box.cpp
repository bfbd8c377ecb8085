// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/focus_box.h"

#include <vector>

namespace batchscope {

namespace {

/// What is selected, with the arguments of a node.
std::vector<NodeId> nodesOf(const SceneModel& model, std::size_t nodes, const Focus& focus) {
    std::vector<NodeId> found;
    if (focus.node.valid() && focus.node.index() < nodes) {
        found.push_back(focus.node);
        for (const Argument& argument : model.graph().argumentsOf(focus.node)) {
            if (argument.isValue()) {
                found.push_back(argument.node());
            }
        }
    } else if (focus.batch.valid() && model.schedule() != nullptr &&
               focus.batch.index() < model.schedule()->batchCount()) {
        const auto batch = model.schedule()->batch(focus.batch);
        found.assign(batch.begin(), batch.end());
    } else if (focus.tree.valid()) {
        for (std::size_t index = 0; index < nodes; ++index) {
            if (model.graph().origins[NodeId(index)].tree == focus.tree) {
                found.emplace_back(index);
            }
        }
    }
    return found;
}

} // namespace

std::optional<Box> focusBox(const SceneModel& model, const StoryState& state, const Focus& focus) {
    constexpr float kMargin = 3.0F;
    if (!model.hasPicture()) {
        return std::nullopt;
    }
    std::optional<Box> box;
    for (const NodeId node : nodesOf(model, state.nodes.size(), focus)) {
        const Point place = state.nodes[node.index()];
        const Box around{place.x - kMargin, place.y - kMargin, 2.0F * kMargin, 2.0F * kMargin};
        box = box ? united(*box, around) : around;
    }
    return box;
}

} // namespace batchscope
