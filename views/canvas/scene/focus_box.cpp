// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/focus_box.h"

#include "views/canvas/scene/reach.h"

#include <algorithm>

namespace batchscope {

namespace {

/// Box around the places of nodes, one after the other.
class NodesBox {
public:
    explicit NodesBox(const StoryState& state) : m_state(state) {}

    void add(NodeId node) {
        const Point place = m_state.nodes[node.index()];
        m_box = united(m_box, {place.x - 1.0F, place.y - 1.0F, 2.0F, 2.0F});
    }
    [[nodiscard]] std::optional<Box> box() const {
        constexpr float kMargin = 2.0F;
        if (m_box.width <= 0.0F) {
            return std::nullopt;
        }
        return Box{m_box.x - kMargin, m_box.y - kMargin, m_box.width + 2.0F * kMargin, m_box.height + 2.0F * kMargin};
    }

private:
    const StoryState& m_state;
    Box m_box;
};

void addNode(NodesBox& box, const SceneModel& model, NodeId node, Around around) {
    box.add(node);
    for (const Argument& argument : model.graph().argumentsOf(node)) {
        if (argument.isValue()) {
            box.add(argument.node());
        }
    }
    if (around == Around::Below) {
        const Reach reach = reachOf(model, node);
        std::for_each(reach.producers.begin(), reach.producers.end(), [&box](NodeId below) { box.add(below); });
    }
}

} // namespace

std::optional<Box> focusBox(const SceneModel& model, const StoryState& state, const Focus& focus, Around around) {
    if (!model.hasPicture()) {
        return std::nullopt;
    }
    NodesBox box(state);
    const bool hasNode = focus.node.valid() && focus.node.index() < state.nodes.size();
    if (hasNode) {
        addNode(box, model, focus.node, around);
        if (around != Around::Tree || !focus.tree.valid()) {
            return box.box();
        }
    }
    const bool hasBatch =
        focus.batch.valid() && model.schedule() != nullptr && focus.batch.index() < model.schedule()->batchCount();
    if (around != Around::Tree && hasBatch) {
        for (const NodeId node : model.schedule()->batch(focus.batch)) {
            box.add(node);
        }
    } else if (focus.tree.valid()) {
        for (std::size_t index = 0; index < state.nodes.size(); ++index) {
            if (model.graph().origins[NodeId(index)].tree == focus.tree) {
                box.add(NodeId(index));
            }
        }
    }
    return box.box();
}

} // namespace batchscope
