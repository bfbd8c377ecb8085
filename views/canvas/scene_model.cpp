// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene_model.h"

#include "core/base/text.h"

namespace batchscope {

namespace {

constexpr std::size_t kLongestCaption = 16;
constexpr float kMargin = 1.0F;

const std::vector<Box>& noBoxes() {
    static const std::vector<Box> boxes;
    return boxes;
}

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

SceneModel::SceneModel(const Snapshot& snapshot) : m_snapshot(snapshot) {
    if (!hasPicture()) {
        return;
    }
    const OpGraph& nodes = graph();
    m_consumers.emplace(nodes);
    m_opCounts.assign(nodes.ops.ops.size(), 0);
    m_levelCounts.assign(nodes.levelCount(), 0);
    for (std::size_t index = 0; index < nodes.size(); ++index) {
        ++m_opCounts[nodes.nodeOps[NodeId(index)].index()];
        ++m_levelCounts[nodes.levels[NodeId(index)]];
    }
    if (snapshot.schedule && snapshot.plan) {
        m_flows = FlowTable(nodes, *snapshot.schedule, *snapshot.plan);
    }
}

StoryState SceneModel::stateAt(double t) const {
    if (storyboard() != nullptr) {
        return storyboard()->state(t);
    }
    StoryState state;
    if (hasPicture()) {
        const Box& bounds = m_snapshot.forest->bounds;
        state.nodes = m_snapshot.forest->nodes;
        state.roles.assign(state.nodes.size(), NodeRole::Waiting);
        state.view = {bounds.x - kMargin, bounds.y - kMargin, bounds.width + 2.0F * kMargin,
                      bounds.height + 2.0F * kMargin};
    }
    return state;
}

const std::vector<Box>& SceneModel::treeBoxes() const {
    if (storyboard() != nullptr) {
        return storyboard()->treeBoxes();
    }
    return m_snapshot.forest ? m_snapshot.forest->trees : noBoxes();
}

const std::vector<Box>& SceneModel::laneBoxes() const {
    return storyboard() != nullptr ? storyboard()->laneBoxes() : noBoxes();
}

const std::vector<Box>& SceneModel::batchBoxes() const {
    return storyboard() != nullptr ? storyboard()->batchBoxes() : noBoxes();
}

QString SceneModel::opName(OpId op) const {
    return fromUtf8(graph().ops.ops[op].name);
}

QString SceneModel::batchLabel(BatchId batch) const {
    const Op& op = graph().opOf(schedule()->batchSignatures[batch]);
    return fromUtf8(op.name) + QStringLiteral(" ×") + fromUtf8(withThousands(schedule()->batchSize(batch)));
}

QString SceneModel::batchShape(BatchId batch) const {
    const Op& op = graph().opOf(schedule()->batchSignatures[batch]);
    if (op.outputs() == 0) {
        return {};
    }
    return QStringLiteral("[%1, %2]").arg(schedule()->batchSize(batch)).arg(op.outputWidth(0));
}

QString SceneModel::caption(NodeId node) const {
    return fromUtf8(elided(captionOf(m_snapshot, node), kLongestCaption));
}

} // namespace batchscope
