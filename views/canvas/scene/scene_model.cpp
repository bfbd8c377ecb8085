// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/scene/scene_model.h"

#include "core/base/text.h"
#include "core/schedule/learned_table.h"
#include "core/session/caption.h"
#include "core/session/execution_text.h"

#include <algorithm>
#include <limits>

namespace batchscope {

namespace {

constexpr std::size_t kLongestCaption = 16;
constexpr std::size_t kLongestSignature = 48;
constexpr float kMargin = 1.0F;

const std::vector<Box>& noBoxes() {
    static const std::vector<Box> kNone;
    return kNone;
}

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

SceneModel::SceneModel(const Snapshot& snapshot) : m_snapshot(snapshot) {
    if (!hasPicture()) {
        return;
    }
    m_consumers = std::make_shared<const ConsumerIndex>(graph());
    countNodes();
    findLabelled();
    findFlows();
    if (snapshot.schedule && snapshot.storyboard) {
        findColumns();
        findLongestLabel();
        m_twin = storyboard()->state(0.0);
        m_twin.signatures = 1.0F;
        m_twin.nodes = storyboard()->twinNodes();
    }
    m_treeIndex.build(treeBoxes().size(), [&](std::size_t tree) { return treeBoxes()[tree]; });
    m_batchIndex.build(batchBoxes().size(), [&](std::size_t step) { return batchBoxes()[step]; });
}

void SceneModel::countNodes() {
    const OpGraph& nodes = graph();
    m_opCounts.assign(nodes.ops.ops.size(), 0);
    m_signatureCounts.assign(nodes.signatures.size(), 0);
    m_levelCounts.assign(nodes.levelCount(), 0);
    for (std::size_t index = 0; index < nodes.size(); ++index) {
        ++m_opCounts[nodes.nodeOps[NodeId(index)].index()];
        ++m_levelCounts[nodes.levels[NodeId(index)]];
        ++m_signatureCounts[nodes.nodeSignatures[NodeId(index)].index()];
    }
    m_commonestSignature = batchscope::commonestSignature(nodes);
    std::vector<std::size_t> met(nodes.ops.ops.size(), 0);
    m_signatureRanks.resize(nodes.signatures.size());
    for (std::size_t index = 0; index < nodes.signatures.size(); ++index) {
        m_signatureRanks[SignatureId(index)] = met[nodes.signatures[SignatureId(index)].op.index()]++;
    }
    m_opTitles = opTitles(m_snapshot);
    for (const std::string& name : batchscope::signatureNames(nodes)) {
        const OpId op = nodes.signatures[SignatureId(m_signatureNames.size())].op;
        m_signatureNames.push_back(met[op.index()] == 1 ? opTitle(op) : fromUtf8(elided(name, kLongestSignature)));
    }
}

void SceneModel::findLabelled() {
    if (m_snapshot.config.graph.granularity != Granularity::Cell || !m_snapshot.treebank ||
        !m_snapshot.treebank->program.empty()) {
        return;
    }
    m_labelled.assign(graph().size(), false);
    std::vector<TreeId> lastTrees; // by TreeNodeId: the last tree in which it was met
    for (std::size_t index = 0; index < graph().size(); ++index) {
        const Origin& origin = graph().origins[NodeId(index)];
        if (!origin.tree.valid() || !origin.treeNode.valid()) {
            continue;
        }
        if (origin.treeNode.index() >= lastTrees.size()) {
            lastTrees.resize(origin.treeNode.index() + 1);
        }
        TreeId& last = lastTrees[origin.treeNode.index()];
        m_labelled[index] = last != origin.tree;
        last = origin.tree;
    }
}

void SceneModel::findFlows() {
    if (const BatchViews* const views = viewsOf(m_snapshot); views != nullptr && m_snapshot.schedule) {
        m_flows = FlowTable(graph(), *m_snapshot.schedule, *views);
    }
}

void SceneModel::adoptResults(const Snapshot& snapshot) {
    const bool isOtherExecutor = m_snapshot.planned != snapshot.planned;
    m_snapshot.planned = snapshot.planned;
    m_snapshot.passes = snapshot.passes;
    m_snapshot.trace = snapshot.trace;
    m_snapshot.report = snapshot.report;
    m_snapshot.recorded = snapshot.recorded;
    m_snapshot.regularRun = snapshot.regularRun; // captions tell what the same nodes took one by one
    if (isOtherExecutor) {
        findFlows();
    }
}

void SceneModel::findColumns() {
    const auto& boxes = batchBoxes();
    for (std::size_t step = 0; step < boxes.size(); ++step) {
        const Box& box = boxes[step];
        if (step == 0 || box.x != boxes[step - 1].x) {
            if (!m_columns.empty()) {
                m_columns.back().end = box.x;
            }
            m_columns.push_back({step, step, box.right(), std::numeric_limits<float>::infinity()});
        }
        m_columns.back().last = step + 1;
        m_columns.back().right = std::max(m_columns.back().right, box.right());
        m_blocksRight = std::max(m_blocksRight, box.right());
    }
}

void SceneModel::findLongestLabel() {
    std::size_t longest = 0;
    for (std::size_t step = 0; step < schedule()->batchCount(); ++step) {
        const OpId op = graph().signatures[schedule()->batchSignatures[BatchId(step)]].op;
        std::size_t length = m_opTitles[op.index()].size() + 1;
        for (std::size_t size = schedule()->batchSize(BatchId(step)); size > 0; size /= 10) {
            length += 2; // in the label and in the shape
        }
        if (length > longest) {
            longest = length;
            m_longestLabel = BatchId(step);
        }
    }
}

double SceneModel::blocksInView(const StoryState& state) const {
    if (m_columns.empty() || !hasBlocks(state.stage)) {
        return 0.0;
    }
    const double lanes = static_cast<double>(m_snapshot.lanes->bounds.right());
    const double blocks = std::max(static_cast<double>(m_blocksRight) - lanes, 1e-3);
    return (1.0 - static_cast<double>(state.closeUp)) *
           std::clamp((static_cast<double>(state.view.right()) - lanes) / blocks, 0.0, 1.0);
}

StoryState SceneModel::stateAt(double t, StepView view) const {
    StoryState state;
    stateAt(t, state, view);
    return state;
}

void SceneModel::stateAt(double t, StoryState& state, StepView view) const {
    if (storyboard() != nullptr) {
        storyboard()->state(t, state, view);
        return;
    }
    state = {};
    if (hasPicture()) {
        const Box& bounds = m_snapshot.forest->bounds;
        state.nodes = m_snapshot.forest->nodes;
        state.roles.assign(state.nodes.size(), NodeRole::Waiting);
        state.view = {bounds.x - kMargin, bounds.y - kMargin, bounds.width + 2.0F * kMargin,
                      bounds.height + 2.0F * kMargin};
    }
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

QString SceneModel::opTitle(OpId op) const {
    return fromUtf8(m_opTitles[op.index()]);
}

QString SceneModel::batchLabel(BatchId batch) const {
    return opTitle(graph().signatures[schedule()->batchSignatures[batch]].op) + QStringLiteral(" ×") +
           fromUtf8(withThousands(schedule()->batchSize(batch)));
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
