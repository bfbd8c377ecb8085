// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/input/canvas_navigation.h"

#include "core/session/kept_place.h"
#include "views/session/node_finder.h"

#include <algorithm>

namespace batchscope {

CanvasNavigation::CanvasNavigation(Session& session, Playback& playback, CanvasSight& sight)
    : m_session(session), m_playback(playback), m_sight(sight) {
    constexpr int kRestMs = 450;
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    const auto startRest = [this] { m_rest.start(); };
    connect(&m_rest, &QTimer::timeout, this, &CanvasNavigation::notePlace);
    connect(&sight, &CanvasSight::moved, this, startRest);
    connect(&playback, &Playback::selectionChanged, this, startRest);
    connect(&playback, &Playback::stepChanged, this, startRest);
}

void CanvasNavigation::notePlace() {
    if (m_playback.moving() || m_sight.hand() == CanvasSight::Hand::Holding) {
        m_rest.start();
    } else if (m_sight.picture().model().hasPicture()) {
        m_history.visit(presentPlace());
    }
}

void CanvasNavigation::focusSelection() {
    m_sight.refresh();
    const CanvasPicture& picture = m_sight.picture();
    if (const std::optional<Box> box = focusBox(picture.model(), picture.state(), m_playback.focus())) {
        m_sight.show(*box, CanvasSight::kLargeScale);
    } else {
        m_sight.fitAll();
    }
}

void CanvasNavigation::showTree(TreeId tree) {
    m_sight.refresh();
    const CanvasPicture& picture = m_sight.picture();
    if (const std::optional<Box> box = focusBox(picture.model(), picture.state(), {{}, {}, tree})) {
        m_sight.show(*box, CanvasSight::kLargeScale);
    }
}

Status CanvasNavigation::goTo(const QString& place) {
    const Result<Focus> named = placeNamed(*m_session.snapshot(), place.toStdString());
    TRY(named);
    if (named->batch.valid()) {
        m_playback.selectBatch(named->batch);
        if (m_playback.storyboard() != nullptr) {
            m_playback.glideTo(static_cast<double>(m_playback.storyboard()->stopAfter(named->batch)));
        }
        return Ok{};
    }
    m_sight.select({named->node, {}, named->tree});
    focusSelection();
    return Ok{};
}

void CanvasNavigation::chooseNode(NodeId node) {
    m_playback.selectNode(node);
    m_sight.refresh();
    m_sight.keepInView(node);
}

void CanvasNavigation::walk(WalkDirection direction) {
    const SceneModel& model = m_sight.picture().model();
    if (!model.hasPicture() || model.graph().size() == 0) {
        return;
    }
    const NodeId present = m_playback.focus().node;
    const bool known = present.valid() && present.index() < model.graph().size();
    const NodeId next = known ? walked(model, present, direction) : NodeId(model.graph().size() - 1);
    chooseNode(next);
    emit arrived(next);
}

void CanvasNavigation::findNext() {
    selectFound(m_session.nodeFinder().next(m_playback.focus().node));
}

void CanvasNavigation::findPrevious() {
    selectFound(m_session.nodeFinder().previous(m_playback.focus().node));
}

void CanvasNavigation::selectFound(NodeId node) {
    const SceneModel& model = m_sight.picture().model();
    if (!node.valid() || !model.hasPicture() || node.index() >= model.graph().size()) {
        return;
    }
    m_playback.selectNode(node);
    m_sight.refresh();
    emit arrived(node);
    m_sight.comeNear(node);
    m_sight.keepInView(node);
}

ViewPlace CanvasNavigation::presentPlace() const {
    return {m_sight.camera(), m_sight.following(), m_playback.focus(), m_playback.time()};
}

void CanvasNavigation::restore(const ViewPlace& place) {
    m_playback.seek(place.time);
    m_sight.select({place.focus.node, place.focus.batch, place.focus.tree});
    m_sight.restore(place);
    m_rest.stop(); // this place is already noted
}

void CanvasNavigation::goBack() {
    if (m_sight.picture().model().hasPicture()) {
        m_history.visit(presentPlace());
        if (const auto place = m_history.back()) {
            restore(*place);
        }
    }
}

void CanvasNavigation::goForward() {
    if (const auto place = m_history.forward()) {
        restore(*place);
    }
}

namespace {

/// Producers of a node, in argument order, each once.
std::vector<NodeId> producers(const OpGraph& graph, NodeId node) {
    std::vector<NodeId> result;
    for (const Argument& argument : graph.argumentsOf(node)) {
        if (argument.isValue() && std::find(result.begin(), result.end(), argument.node()) == result.end()) {
            result.push_back(argument.node());
        }
    }
    return result;
}

NodeId levelNeighbor(const OpGraph& graph, NodeId from, std::ptrdiff_t step) {
    auto index = static_cast<std::ptrdiff_t>(from.index()) + step;
    while (index >= 0 && index < static_cast<std::ptrdiff_t>(graph.size())) {
        const NodeId node(static_cast<std::size_t>(index));
        if (graph.levels[node] == graph.levels[from]) {
            return node;
        }
        index += step;
    }
    return from;
}

} // namespace

NodeId walked(const SceneModel& model, NodeId from, WalkDirection direction) {
    const OpGraph& graph = model.graph();
    const auto users = model.users(from);
    if (direction == WalkDirection::Consumer) {
        return users.empty() ? from : users.front();
    }
    if (direction == WalkDirection::Argument) {
        const std::vector<NodeId> arguments = producers(graph, from);
        return arguments.empty() ? from : arguments.front();
    }
    const std::ptrdiff_t step = direction == WalkDirection::Next ? 1 : -1;
    if (!users.empty()) {
        const std::vector<NodeId> siblings = producers(graph, users.front());
        const auto own = std::find(siblings.begin(), siblings.end(), from);
        const std::ptrdiff_t target = (own - siblings.begin()) + step;
        if (target >= 0 && target < static_cast<std::ptrdiff_t>(siblings.size())) {
            return siblings[static_cast<std::size_t>(target)];
        }
    }
    return levelNeighbor(graph, from, step);
}

} // namespace batchscope
