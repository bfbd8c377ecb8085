// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/focus_box.h"

namespace batchscope {

std::optional<Box> focusBox(const SceneModel& model, const StoryState& state, const Focus& focus) {
    if (!model.hasPicture()) {
        return std::nullopt;
    }
    Box box;
    const auto around = [&](NodeId node) {
        const Point place = state.nodes[node.index()];
        box = united(box, {place.x - 1.0F, place.y - 1.0F, 2.0F, 2.0F});
    };
    if (focus.node.valid() && focus.node.index() < state.nodes.size()) {
        around(focus.node);
        for (const Argument& argument : model.graph().argumentsOf(focus.node)) {
            if (argument.isValue()) {
                around(argument.node());
            }
        }
    } else if (focus.batch.valid() && model.schedule() != nullptr &&
               focus.batch.index() < model.schedule()->batchCount()) {
        for (const NodeId node : model.schedule()->batch(focus.batch)) {
            around(node);
        }
    } else if (focus.tree.valid()) {
        for (std::size_t index = 0; index < state.nodes.size(); ++index) {
            if (model.graph().origins[NodeId(index)].tree == focus.tree) {
                around(NodeId(index));
            }
        }
    }
    if (box.width <= 0.0F) {
        return std::nullopt;
    }
    constexpr float kMargin = 2.0F;
    return Box{box.x - kMargin, box.y - kMargin, box.width + 2.0F * kMargin, box.height + 2.0F * kMargin};
}

} // namespace batchscope
