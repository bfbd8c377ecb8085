// SPDX-License-Identifier: GPL-3.0-or-later
//
// CanvasView: ways to a place (history, search, numbers, the small map, a box), and names of what is there.
#include "core/session/go_to.h"
#include "views/canvas/canvas_accessible.h"
#include "views/canvas/canvas_view.h"
#include "views/canvas/find_bar.h"
#include "views/canvas/scene_painter.h"
#include "views/canvas/top_strip.h"
#include "views/session/node_finder.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace batchscope {

void CanvasView::connectSearch() {
    constexpr int kRestMs = 450;
    m_noteView.setSingleShot(true);
    m_noteView.setInterval(kRestMs);
    connect(&m_noteView, &QTimer::timeout, this, [this] {
        if (m_playback.moving() || m_drag != Drag::None) {
            m_noteView.start();
        } else if (m_model.hasPicture()) {
            m_history.visit(presentPlace());
        }
    });
    connect(&m_playback, &Playback::selectionChanged, this, &CanvasView::noteView);
    connect(&m_playback, &Playback::stepChanged, this, &CanvasView::noteView);
    connect(&m_session.nodeFinder(), &NodeFinder::foundChanged, this, qOverload<>(&QWidget::update));
    connect(m_findBar, &FindBar::nextAsked, this, &CanvasView::findNext);
    connect(m_findBar, &FindBar::previousAsked, this, &CanvasView::findPrevious);
    connect(m_findBar, &FindBar::closed, this, [this] {
        placeFindBar();
        setFocus(Qt::OtherFocusReason);
    });
    connect(m_findBar, &FindBar::placeAsked, this, [this](const QString& place) {
        const Status gone = goTo(place);
        gone ? m_findBar->close() : m_findBar->showFault(QString::fromStdString(gone.error().message));
    });
    connect(m_findBar, &FindBar::resized, this, &CanvasView::placeFindBar);
}

void CanvasView::addMarks(SceneOptions& options) {
    const NodeFinder& finder = m_session.nodeFinder();
    const NodeId selected = m_playback.focus().node;
    if (finder.searches() && (finder.found().empty() || finder.found().back().index() < m_state.nodes.size())) {
        options.found = &finder.found();
    }
    if (selected.valid() && selected.index() < m_state.nodes.size()) {
        if (m_reach.of != selected) {
            m_reach = reachOf(m_model, selected);
        }
        options.reach = &m_reach;
    }
    if (!m_marked.empty() && m_marked.back().index() < m_state.nodes.size()) {
        options.marked = &m_marked;
    }
    options.minimap = &m_minimapPicture;
}

void CanvasView::setMarked(std::vector<NodeId> nodes) {
    m_marked = std::move(nodes);
    update();
}

void CanvasView::noteView() {
    m_noteView.start();
}

ViewPlace CanvasView::presentPlace() const {
    return {m_camera, m_following, m_playback.focus(), m_playback.time()};
}

void CanvasView::restore(const ViewPlace& place) {
    m_playback.seek(place.time);
    if (place.focus.node.valid()) {
        m_playback.selectNode(place.focus.node);
    } else if (place.focus.batch.valid()) {
        m_playback.selectBatch(place.focus.batch);
    } else if (place.focus.tree.valid()) {
        m_playback.selectTree(place.focus.tree);
    } else {
        m_playback.clearSelection();
    }
    m_following = place.following;
    m_camera.centre = place.camera.centre; // the window may have another size now
    m_camera.scale = place.camera.scale;
    m_stale = true;
    m_noteView.stop(); // one is at a place that is noted
    update();
}

void CanvasView::goBack() {
    if (m_model.hasPicture()) {
        m_history.visit(presentPlace());
        if (const auto place = m_history.back()) {
            restore(*place);
        }
    }
}

void CanvasView::goForward() {
    if (const auto place = m_history.forward()) {
        restore(*place);
    }
}

void CanvasView::openFind() {
    m_findBar->open(FindBar::Mode::Find);
    placeFindBar();
}

void CanvasView::openGoTo() {
    m_findBar->open(FindBar::Mode::GoTo);
    placeFindBar();
}

/// In a strip of its own above the picture, which is fitted below it: see follow().
void CanvasView::placeFindBar() {
    const auto margin = static_cast<int>(std::round(pixelSize(font()) * 0.7));
    const double legend =
        QFontMetricsF(font()).height() * (0.4 + 1.3 * static_cast<double>(legendRows(m_model, canvas(), font())));
    m_findBar->resize(std::min(m_findBar->sizeHint().width(), width() - 2 * margin), m_findBar->sizeHint().height());
    m_findBar->move(width() - margin - m_findBar->width(), margin + static_cast<int>(std::ceil(legend)));
    if (m_following) { // the picture makes room for the line, or takes it back
        m_stale = true;
        update();
    }
}

void CanvasView::findNext() {
    selectFound(m_session.nodeFinder().next(m_playback.focus().node));
}

void CanvasView::findPrevious() {
    selectFound(m_session.nodeFinder().previous(m_playback.focus().node));
}

void CanvasView::selectFound(NodeId node) {
    if (!node.valid() || !m_model.hasPicture() || node.index() >= m_model.graph().size()) {
        return;
    }
    m_playback.selectNode(node);
    refreshState();
    tellFocus(*this, node);
    // A hit that is a pixel large is not shown; come so near that its shape is seen, never farther away.
    constexpr double kSeenScale = 14.0;
    if (m_camera.scale < kSeenScale) {
        const Point place = m_state.nodes[node.index()];
        m_camera.centre = QPointF(static_cast<double>(place.x), static_cast<double>(place.y));
        m_camera.scale = kSeenScale;
        m_following = false;
    }
    keepInView(node);
    update();
}

void CanvasView::keepInView(NodeId node) {
    const QPointF place = m_camera.toPixel(m_state.nodes[node.index()]);
    // Not at the very edge: what comes before and after it should be seen, too.
    const double inset =
        std::min({3.0 * m_camera.scale, m_camera.viewport.width() / 4.0, m_camera.viewport.height() / 4.0});
    const QRectF free = m_camera.viewport.adjusted(inset, inset, -inset, -inset);
    if (!m_camera.viewport.contains(place)) {
        const QPointF inside(std::clamp(place.x(), free.left(), free.right()),
                             std::clamp(place.y(), free.top(), free.bottom()));
        m_camera = m_camera.panned(inside - place);
        m_following = false;
        noteView();
    }
    const auto map = minimap();
    const QPointF shown = m_camera.toPixel(m_state.nodes[node.index()]);
    if (map && map->box.contains(shown)) { // nor behind the small map
        m_camera = m_camera.panned({map->box.left() - inset - shown.x(), 0.0});
    }
}

Status CanvasView::goTo(const QString& place) {
    const Result<Focus> named = placeNamed(*m_session.snapshot(), place.toStdString());
    if (!named) {
        return named.error();
    }
    if (named->batch.valid()) {
        m_playback.selectBatch(named->batch);
        if (m_playback.storyboard() != nullptr) {
            m_playback.glideTo(static_cast<double>(m_playback.storyboard()->stopAfter(named->batch)));
        }
        return Ok{};
    }
    if (named->node.valid()) {
        m_playback.selectNode(named->node);
    } else {
        m_playback.selectTree(named->tree);
    }
    m_aroundOf = {};
    focusSelection();
    return Ok{};
}

std::vector<NodeId> CanvasView::nearestNodes(std::size_t most) const {
    const Box seen = m_camera.toWorld(canvas());
    const NodeId selected = selectedNode();
    const Point middle = hasNode(selected) ? m_state.nodes[selected.index()] : m_camera.toWorld(canvas().center());
    std::vector<std::pair<float, NodeId>> near;
    for (std::size_t index = 0; index < m_state.nodes.size(); ++index) {
        const Point place = m_state.nodes[index];
        if (seen.contains(place)) {
            near.emplace_back(std::hypot(place.x - middle.x, place.y - middle.y), NodeId(index));
        }
    }
    if (near.size() > most) {
        std::nth_element(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(most), near.end());
        near.resize(most);
    }
    std::vector<NodeId> nodes;
    nodes.reserve(near.size());
    std::transform(near.begin(), near.end(), std::back_inserter(nodes), [](const auto& both) { return both.second; });
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

QRectF CanvasView::nodeRect(NodeId node) const {
    const double side = std::max(kTargetSide, m_camera.scale * 0.8);
    const QPointF centre = m_camera.toPixel(m_state.nodes[node.index()]);
    return {centre.x() - side / 2.0, centre.y() - side / 2.0, side, side};
}

QString CanvasView::nodeName(NodeId node) const {
    const QString op = m_model.opName(m_model.graph().nodeOps[node]);
    const QString word = m_model.caption(node);
    return word.isEmpty() ? tr("%1, node %2").arg(op).arg(node.index() + 1)
                          : tr("%1 “%2”, node %3").arg(op, word).arg(node.index() + 1);
}

QString CanvasView::nodeText(NodeId node) const {
    const OpGraph& graph = m_model.graph();
    QString text = tr("tree %1, level %2").arg(graph.origins[node].tree.index() + 1).arg(graph.levels[node]);
    if (const Schedule* schedule = m_model.schedule()) {
        const Place place = schedule->places[node];
        const std::size_t others = schedule->batchSize(place.batch) - 1;
        text += tr(", step %1 of %2, ").arg(place.batch.index() + 1).arg(schedule->batchCount());
        text += others == 0 ? tr("alone") : others == 1 ? tr("with 1 other") : tr("with %1 others").arg(others);
    }
    return text;
}

QString CanvasView::selectionName() const {
    const Hit hit = selection();
    if (hit.node.valid()) {
        return nodeName(hit.node);
    }
    const QString place = QString::fromStdString(nameOfPlace(m_playback.focus()));
    const bool isBatch = hit.batch.valid() && m_model.schedule() != nullptr;
    return isBatch ? place % QStringLiteral(", ") % m_model.batchLabel(hit.batch) : place;
}

QString CanvasView::selectionText() const {
    const Hit hit = selection();
    if (hit.node.valid()) {
        return selectionName() % QStringLiteral(": ") % nodeText(hit.node);
    }
    if (hit.batch.valid() && m_model.schedule() != nullptr) {
        return selectionName() % u' ' % m_model.batchShape(hit.batch);
    }
    const auto& bank = m_model.snapshot().treebank;
    if (hit.tree.valid() && bank && hit.tree.index() < bank->trees.size()) {
        constexpr std::size_t kLongest = 10'000;
        return selectionName() % QStringLiteral(": ") % QString::fromStdString(bank->sentence(hit.tree, kLongest));
    }
    return selectionName();
}

void CanvasView::showTree(TreeId tree) {
    refreshState();
    if (const std::optional<Box> box = focusBox(m_model, m_state, {{}, {}, tree})) {
        showBox(*box);
    }
}

void CanvasView::chooseNode(NodeId node) {
    m_playback.selectNode(node);
    refreshState();
    keepInView(node);
    update();
}

std::optional<Minimap> CanvasView::minimap() const {
    if (!m_model.hasPicture() || m_state.nodes.empty()) {
        return std::nullopt;
    }
    const CaptionStrip strip = captionStrip(canvas(), font(), captionText(m_model, m_playback.time()));
    const double bottom = strip.lines.isEmpty() ? canvas().bottom() : strip.box.top();
    return minimapOf(m_model, m_state.view, m_camera, canvas(), font(), bottom);
}

void CanvasView::moveByMinimap(QPointF pixel) {
    if (const auto map = minimap()) {
        const Point world = map->worldAt(pixel);
        m_camera.centre = QPointF(static_cast<double>(world.x), static_cast<double>(world.y));
        m_following = false;
        noteView();
        update();
    }
}

bool CanvasView::clickLegend(QPointF pixel) {
    const OpId op = legendOpAt(m_model, m_state.stage, canvas(), font(), pixel);
    if (!op.valid()) {
        return false;
    }
    NodeFinder& finder = m_session.nodeFinder();
    const QString query = QStringLiteral("op:") % QString::fromStdString(filterValue(m_model.graph().ops.ops[op].name));
    finder.setText(finder.text() == query ? QString() : query); // a second click takes it back
    return true;
}

void CanvasView::zoomIntoBox() {
    const QRectF box = QRectF(m_pressed, m_last).normalized().intersected(canvas());
    constexpr double kLeastSide = 4.0;
    if (box.width() < kLeastSide || box.height() < kLeastSide || !m_model.hasPicture()) {
        return;
    }
    showBox(m_camera.toWorld(box), Camera::kGreatestScale);
}

void CanvasView::paintZoomBox(QPainter& painter) const {
    if (m_drag != Drag::Box || !m_dragged) {
        return;
    }
    const Theme& theme = themeOf(*this);
    painter.setPen(QPen(theme.accent, 1.5, Qt::DashLine));
    painter.setBrush(withAlpha(theme.accent, 0.12));
    painter.drawRect(QRectF(m_pressed, m_last).normalized());
}

} // namespace batchscope
